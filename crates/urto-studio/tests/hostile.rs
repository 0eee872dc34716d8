//! Real sockets: the page is served well, and whoever misbehaves is refused while it goes on.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use urto_studio::{Options, Server, Stopper};

/// A server of its own for a test, stopped with it.
struct Running {
    port: u16,
    url: String,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn new(host: Option<IpAddr>) -> Self {
        let server = Server::open(&Options {
            port: Some(0),
            host,
        })
        .unwrap();
        Self {
            port: server.port(),
            url: server.url(),
            stopper: server.stopper(),
            thread: Some(std::thread::spawn(move || server.run())),
        }
    }

    fn connect(&self) -> TcpStream {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let stream = TcpStream::connect_timeout(&address, Duration::from_secs(10)).unwrap();
        // A server that never answers fails the test instead of stopping it.
        let patience = Some(Duration::from_secs(20));
        stream.set_read_timeout(patience).unwrap();
        stream.set_write_timeout(patience).unwrap();
        stream
    }

    /// Sends bytes as they are and gives the whole answer.
    fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // A server that has refused already may close while we still write.
        let _ = stream.write_all(bytes);
        answer(&mut stream)
    }

    fn get(&self, path: &str, more: &str) -> String {
        let port = self.port;
        self.raw(
            format!(
                "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n{more}\r\n"
            )
            .as_bytes(),
        )
    }

    /// The page is there, and soon.
    fn goes_on(&self) {
        let begun = Instant::now();
        let told = self.get("/", "");
        assert!(told.starts_with("HTTP/1.1 200 OK\r\n"), "{told}");
        assert!(begun.elapsed() < Duration::from_secs(3));
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

fn answer(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn header<'a>(told: &'a str, name: &str) -> Option<&'a str> {
    let head = told.split("\r\n\r\n").next()?;
    let mut pairs = head.lines().filter_map(|line| line.split_once(": "));
    pairs.find(|(own, _)| *own == name).map(|(_, value)| value)
}

#[test]
fn every_file_comes_whole_with_its_type_and_guards() {
    let server = Running::new(None);
    for asset in urto_studio::assets() {
        let told = server.raw(
            format!(
                "GET /{} HTTP/1.0\r\nHost: localhost:{}\r\n\r\n",
                asset.path, server.port
            )
            .as_bytes(),
        );
        assert!(told.starts_with("HTTP/1.1 200 OK\r\n"), "{}", asset.path);
        assert_eq!(header(&told, "Content-Type"), Some(asset.mime));
        let length = asset.bytes.len().to_string();
        assert_eq!(header(&told, "Content-Length"), Some(length.as_str()));
        let policy = header(&told, "Content-Security-Policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"));
        assert!(!policy.contains("unsafe-inline") && !policy.contains("http"));
        for (name, value) in [
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Embedder-Policy", "require-corp"),
            ("X-Content-Type-Options", "nosniff"),
        ] {
            assert_eq!(header(&told, name), Some(value), "{}", asset.path);
        }
        if let Ok(text) = std::str::from_utf8(asset.bytes) {
            assert!(told.ends_with(text), "{}", asset.path);
        }
    }
}

#[test]
fn what_the_browser_has_is_not_sent_again() {
    let server = Running::new(None);
    let told = server.get("/", "");
    let tag = header(&told, "ETag").unwrap();
    let again = server.get("/", &format!("If-None-Match: {tag}\r\n"));
    assert!(again.starts_with("HTTP/1.1 304 "), "{again}");
    assert!(again.ends_with("\r\n\r\n"));
    let other = server.get("/", "If-None-Match: \"0\"\r\n");
    assert!(other.starts_with("HTTP/1.1 200 "), "{other}");
}

#[test]
fn one_connection_serves_many_requests_and_head_has_no_body() {
    let server = Running::new(None);
    let mut stream = server.connect();
    let host = format!("Host: 127.0.0.1:{}\r\n\r\n", server.port);
    // Three requests at once; the last of them ends the connection.
    let asked = format!(
        "HEAD / HTTP/1.1\r\n{host}GET /nothing HTTP/1.1\r\n{host}HEAD / HTTP/1.1\r\nConnection: close\r\n{host}"
    );
    stream.write_all(asked.as_bytes()).unwrap();
    let told = answer(&mut stream);
    assert_eq!(told.matches("HTTP/1.1 200 OK\r\n").count(), 2, "{told}");
    assert_eq!(told.matches("HTTP/1.1 404 Not Found\r\n").count(), 1);
    assert!(!told.contains("<!doctype") && !told.contains("<!DOCTYPE"));
}

#[test]
fn there_is_no_way_out_of_the_page() {
    let server = Running::new(None);
    for path in [
        "/../Cargo.toml",
        "/../../../../../../etc/passwd",
        "/engine/../../Cargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/..\\..\\etc\\passwd",
        "//etc/passwd",
        "/etc/passwd",
        "/engine/",
        "/index.html%00.js",
    ] {
        let told = server.get(path, "");
        assert!(told.starts_with("HTTP/1.1 404 "), "{path}: {told}");
    }
    server.goes_on();
}

#[test]
fn what_is_no_request_of_a_browser_is_refused() {
    let server = Running::new(None);
    let host = format!("Host: 127.0.0.1:{}\r\n", server.port);
    for (bytes, status) in [
        (b"\x16\x03\x01\x02\x00 tls\r\n\r\n".to_vec(), "400"),
        (b"\xff\xfe\xfd\r\n\r\n".to_vec(), "400"),
        (b"GET / HTTP/9\r\n\r\n".to_vec(), "400"),
        (b"GET http://a.example/ HTTP/1.1\r\n\r\n".to_vec(), "400"),
        (format!("GET / HTTP/1.1\r\n{host}{host}\r\n").into(), "400"),
        (format!("POST / HTTP/1.1\r\n{host}\r\n").into(), "405"),
        (format!("DELETE / HTTP/1.1\r\n{host}\r\n").into(), "405"),
        (
            format!("GET / HTTP/1.1\r\n{host}Content-Length: 9\r\n\r\n123456789").into(),
            "413",
        ),
        (
            format!("GET / HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n").into(),
            "413",
        ),
    ] {
        let told = server.raw(&bytes);
        let start = format!("HTTP/1.1 {status} ");
        let asked = String::from_utf8_lossy(&bytes);
        assert!(told.starts_with(&start), "{asked}: {told}");
        assert_eq!(header(&told, "Connection"), Some("close"));
    }
    server.goes_on();
}

#[test]
fn another_name_for_this_machine_is_refused() {
    let server = Running::new(None);
    for host in ["evil.example", "127.0.0.1:1", "localhost.evil.example"] {
        let told = server.raw(format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes());
        assert!(told.starts_with("HTTP/1.1 403 "), "{told}");
        assert!(!told.contains("<title>"));
    }
    let told = server.raw(b"GET / HTTP/1.0\r\n\r\n");
    assert!(told.starts_with("HTTP/1.1 403 "), "{told}");
}

#[test]
fn huge_headers_are_refused() {
    let server = Running::new(None);
    let many = "X-More: and more\r\n".repeat(10_000);
    let told = server.get("/", &many);
    assert!(told.starts_with("HTTP/1.1 431 "), "{told}");
    let told = server.raw(&vec![b'a'; 1 << 20]);
    assert!(
        told.is_empty() || told.starts_with("HTTP/1.1 431 "),
        "{told}"
    );
    server.goes_on();
}

#[test]
fn slow_and_many_connections_do_not_hold_the_page_up() {
    let server = Running::new(None);
    // Half of them say nothing, half begin and stop.
    let crowd: Vec<TcpStream> = (0..300)
        .map(|number| {
            let mut stream = server.connect();
            if number % 2 == 0 {
                let _ = stream.write_all(b"GET / HT");
            }
            stream
        })
        .collect();
    for _ in 0..10 {
        server.goes_on();
    }
    // And readers that never read: their answers do not fit into the buffers between.
    let asked = format!(
        "GET /engine/urto.wasm HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n",
        server.port
    )
    .repeat(8);
    let readers: Vec<TcpStream> = (0..20)
        .map(|_| {
            let mut stream = server.connect();
            let _ = stream.write_all(asked.as_bytes());
            stream
        })
        .collect();
    for _ in 0..10 {
        server.goes_on();
    }
    drop((crowd, readers));
    server.goes_on();
}

#[test]
fn a_request_that_takes_too_long_is_ended() {
    let server = Running::new(None);
    let mut stream = server.connect();
    stream.write_all(b"GET / HTTP/1.1\r\n").unwrap();
    let told = answer(&mut stream);
    assert!(told.starts_with("HTTP/1.1 408 "), "{told}");
}

#[test]
fn for_other_machines_the_token_is_needed_once() {
    let server = Running::new(Some(IpAddr::V4(Ipv4Addr::UNSPECIFIED)));
    let token = server.url.split("?token=").nth(1).unwrap();
    assert_eq!(token.len(), 32);
    for path in ["/", "/engine/engine.js", "/?token=", "/?token=00", "/?x=1"] {
        let told = server.get(path, "");
        assert!(told.starts_with("HTTP/1.1 403 "), "{path}: {told}");
        assert!(!told.contains(token));
    }
    let told = server.get(&format!("/?token={token}"), "");
    assert!(told.starts_with("HTTP/1.1 303 "), "{told}");
    assert_eq!(header(&told, "Location"), Some("/"));
    let cookie = header(&told, "Set-Cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
    let cookie = cookie.split(';').next().unwrap();
    let told = server.get("/", &format!("Cookie: {cookie}\r\n"));
    assert!(told.starts_with("HTTP/1.1 200 "), "{told}");
    let wrong = cookie.replace(token, &"0".repeat(32));
    let told = server.get("/", &format!("Cookie: {wrong}\r\n"));
    assert!(told.starts_with("HTTP/1.1 403 "), "{told}");
}

#[test]
fn this_machine_only_means_loopback() {
    let server = Running::new(None);
    assert_eq!(server.url, format!("http://127.0.0.1:{}", server.port));
}

#[test]
fn a_taken_port_is_named_and_the_usual_one_gives_way() {
    let first = Server::open(&Options::default()).unwrap();
    let second = Server::open(&Options::default()).unwrap();
    assert!(first.port() >= 7771 && second.port() > first.port());
    let taken = Server::open(&Options {
        port: Some(first.port()),
        host: None,
    });
    let told = taken.err().unwrap().to_string();
    assert!(
        told.contains(&first.port().to_string()) && told.contains("taken"),
        "{told}"
    );
}
