//! Writes answers. Every one of them tells the browser to trust nothing but this page.

use crate::assets::Asset;
use std::io::{ErrorKind, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// What a page may do: run and load what it is made of, and nothing else. No script or style in
/// its text, no other host.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; \
worker-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// What goes with every answer beside the policy. The two cross-origin lines make the page
/// isolated, which is what browsers ask of a page that shares memory with its audio thread.
const GUARDS: &str = "Cross-Origin-Opener-Policy: same-origin\r\n\
Cross-Origin-Embedder-Policy: require-corp\r\n\
Cross-Origin-Resource-Policy: same-origin\r\n\
X-Content-Type-Options: nosniff\r\n\
Referrer-Policy: no-referrer\r\n";

/// An answer.
pub struct Response {
    status: &'static str,
    headers: String,
    bytes: Body,
    /// Whether the connection may stay open.
    pub keep: bool,
}

enum Body {
    None,
    Text(String),
    File(&'static Asset),
}

impl Response {
    /// A file of the page. The browser keeps it and asks each time whether it is still the same.
    pub fn file(asset: &'static Asset, has: &str) -> Self {
        let tag = format!("\"{}\"", asset.tag);
        let same = has
            .split(',')
            .any(|known| known.trim().trim_start_matches("W/") == tag);
        let headers = format!("ETag: {tag}\r\nCache-Control: no-cache\r\n");
        Self {
            status: if same { "304 Not Modified" } else { "200 OK" },
            headers,
            bytes: if same { Body::None } else { Body::File(asset) },
            keep: true,
        }
    }

    /// To the page itself, with the cookie that opens it.
    pub fn hand(cookie: &str) -> Self {
        let headers = format!("Location: /\r\nSet-Cookie: {cookie}\r\nCache-Control: no-store\r\n");
        Self {
            status: "303 See Other",
            headers,
            bytes: Body::None,
            keep: true,
        }
    }

    /// A refusal in words. Only a wrong name leaves the connection open.
    pub fn refuse(status: &'static str, why: &str) -> Self {
        let allow = if status.starts_with("405") {
            "Allow: GET, HEAD\r\n"
        } else {
            ""
        };
        Self {
            status,
            headers: format!("{allow}Cache-Control: no-store\r\n"),
            bytes: Body::Text(format!("urto: {why}\n")),
            keep: status.starts_with("404"),
        }
    }

    /// Sends it; `false` if that did not work in time. `bare` leaves out the body, as `HEAD` asks.
    pub fn send(&self, to: &mut TcpStream, bare: bool, patience: Duration) -> bool {
        let (mime, bytes): (&str, &[u8]) = match &self.bytes {
            Body::None => ("", b""),
            Body::Text(text) => ("text/plain; charset=utf-8", text.as_bytes()),
            Body::File(asset) => (asset.mime, asset.bytes),
        };
        let mut head = format!("HTTP/1.1 {}\r\n{}{GUARDS}", self.status, self.headers);
        head += &format!("Content-Security-Policy: {POLICY}; frame-ancestors 'none'\r\n");
        if !mime.is_empty() {
            head += &format!("Content-Type: {mime}\r\n");
        }
        if !self.status.starts_with("304") {
            head += &format!("Content-Length: {}\r\n", bytes.len());
        }
        let keep = if self.keep { "keep-alive" } else { "close" };
        head += &format!("Connection: {keep}\r\n\r\n");
        let until = Instant::now() + patience;
        let body = if bare { b"" } else { bytes };
        write_until(to, head.as_bytes(), until) && write_until(to, body, until)
    }
}

/// Writes all bytes unless the other side takes them too slowly.
fn write_until(to: &mut TcpStream, mut bytes: &[u8], until: Instant) -> bool {
    while !bytes.is_empty() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || to.set_write_timeout(Some(left)).is_err() {
            return false;
        }
        match to.write(bytes) {
            Ok(0) => return false,
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return false,
        }
    }
    true
}
