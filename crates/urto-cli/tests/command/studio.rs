//! The studio starts, says where it is, answers, and stops when told to.

use crate::common::Bench;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A studio that ends with the test.
struct Studio {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Studio {
    fn start(bench: &Bench, words: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_urto"))
            .args(words)
            .current_dir(bench.path())
            // No browser is to open while tests run.
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    fn line(&mut self) -> String {
        self.lines.next().unwrap().unwrap()
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn page(address: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let asked = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(asked.as_bytes()).unwrap();
    let mut told = String::new();
    stream.read_to_string(&mut told).unwrap();
    told
}

// On other systems a browser would open.
#[cfg(target_os = "linux")]
#[test]
fn bare_urto_opens_the_studio() {
    let bench = Bench::new();
    let mut studio = Studio::start(&bench, &[]);
    let first = studio.line();
    let address = first.split("http://").nth(1).unwrap().to_owned();
    assert!(address.starts_with("127.0.0.1:77"), "{first}");
    assert!(studio.line().contains("Ctrl-C"));
    assert!(studio.line().contains("urto help"));
    assert!(page(&address).contains("<title>"));
    assert_eq!(bench.names(), [""; 0]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_well() {
    let bench = Bench::new();
    let mut studio = Studio::start(&bench, &["studio", "--no-open", "--port", "0"]);
    let first = studio.line();
    let address = first.split("http://").nth(1).unwrap().to_owned();
    // A connection that is still open must not keep it.
    let _open = TcpStream::connect(&address).unwrap();
    let id = studio.child.id().to_string();
    let told = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(told.success());
    assert!(studio.child.wait().unwrap().success());
    let rest: Vec<String> = studio.lines.by_ref().map(Result::unwrap).collect();
    assert_eq!(rest.last().unwrap(), "The studio is closed.");
    assert!(TcpStream::connect(&address).is_err());
}

#[test]
fn programs_get_the_address_as_json() {
    let bench = Bench::new();
    let mut studio = Studio::start(&bench, &["studio", "--json", "--port", "0", "--host"]);
    let mut text = String::new();
    while !text.ends_with("}\n") {
        text += &(studio.line() + "\n");
    }
    let facts: serde_json::Value = serde_json::from_str(&text).unwrap();
    let url = facts["url"].as_str().unwrap();
    assert!(url.contains("/?token="), "{url}");
    // Without the token there is nothing to see.
    let told = page(&format!("127.0.0.1:{}", facts["port"]));
    assert!(told.starts_with("HTTP/1.1 403 "), "{told}");
}

#[test]
fn an_export_is_plain_files_and_touches_nothing_else() {
    let bench = Bench::new();
    let facts = bench.json(&["studio", "--export", "site", "--json"]);
    assert!(bench.file("site/index.html").is_file());
    assert!(bench.file("site/engine/urto.wasm").is_file());
    assert!(facts["files"].as_u64().unwrap() > 2);
    bench.good(&["studio", "--export", "site"]);
    std::fs::create_dir(bench.file("mine")).unwrap();
    bench.write("mine/letter.txt", "dear");
    let refused = bench.urto(&["studio", "--export", "mine"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(bench.names(), ["mine", "site"]);
    assert_eq!(bench.bytes("mine/letter.txt"), b"dear");
}

#[test]
fn a_taken_port_is_refused_in_one_line() {
    let bench = Bench::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let refused = bench.urto(&["studio", "--no-open", "--port", &port]);
    assert_eq!(refused.status.code(), Some(1));
    let told = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(told.lines().count(), 1);
    assert!(told.contains(&port) && told.contains("taken"), "{told}");
}
