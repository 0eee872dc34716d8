//! Reads a request: its first line and the few headers that matter here.

use std::io::{ErrorKind, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A browser's request to this page has well under 4 kB of headers \[bytes\].
pub const LONGEST_HEAD: usize = 16 << 10;

/// A request, as far as this server cares.
#[derive(Debug)]
pub struct Request<'a> {
    /// `GET`, `HEAD`, or something that is refused.
    pub method: &'a str,
    /// The path, without what follows a question mark.
    pub path: &'a str,
    /// What follows the question mark.
    pub search: &'a str,
    /// By which name this server was addressed.
    pub host: Option<&'a str>,
    /// Fingerprints of what the browser has already.
    pub has: &'a str,
    /// Whether the connection is to stay open.
    pub keep: bool,
    /// Whether something follows the headers, which nothing here has a use for.
    pub body: bool,
    cookies: &'a str,
}

/// Why there is no request to answer.
#[derive(Debug, PartialEq, Eq)]
pub enum Unread {
    /// The other side has nothing more to ask, or took too long to begin.
    Gone,
    /// It began and did not end in time.
    Slow,
    /// More headers than any browser sends.
    TooLong,
}

/// Reads up to the empty line that ends the headers, into `kept`, which may hold the beginning
/// already; gives the length of the head. What follows it stays in `kept`. The first byte may take
/// as long as `idle`, all others together as long as `patience` after it, on this clock.
pub fn read_head(
    from: &mut TcpStream,
    kept: &mut Vec<u8>,
    idle: Duration,
    patience: Duration,
    clock: impl Fn() -> Instant,
) -> Result<usize, Unread> {
    let mut begun = clock();
    let mut searched = 0;
    loop {
        let start = searched.min(kept.len());
        if let Some(place) = kept[start..]
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
        {
            return Ok(start + place + 4);
        }
        // The end may have begun in the last three bytes.
        searched = kept.len().saturating_sub(3);
        if kept.len() >= LONGEST_HEAD {
            return Err(Unread::TooLong);
        }
        let nothing_yet = kept.is_empty();
        let until = if nothing_yet { idle } else { patience };
        let left = until.saturating_sub(clock().saturating_duration_since(begun));
        let late = if nothing_yet {
            Unread::Gone
        } else {
            Unread::Slow
        };
        if left.is_zero() {
            return Err(late);
        }
        if from.set_read_timeout(Some(left)).is_err() {
            return Err(Unread::Gone);
        }
        let mut piece = [0; 2048];
        match from.read(&mut piece) {
            Ok(0) => return Err(Unread::Gone),
            Ok(count) => {
                if nothing_yet {
                    begun = clock();
                }
                kept.extend_from_slice(&piece[..count]);
            }
            Err(error) => match error.kind() {
                ErrorKind::Interrupted => {}
                ErrorKind::WouldBlock | ErrorKind::TimedOut => return Err(late),
                _ => return Err(Unread::Gone),
            },
        }
    }
}

impl<'a> Request<'a> {
    /// Takes a head apart; `None` if it is none of HTTP/1.
    pub fn parse(head: &'a str) -> Option<Self> {
        let mut lines = head.split("\r\n");
        let mut words = lines.next()?.split(' ');
        let (method, target, version) = (words.next()?, words.next()?, words.next()?);
        if words.next().is_some() || !target.starts_with('/') {
            return None;
        }
        let (path, search) = target.split_once('?').unwrap_or((target, ""));
        let mut request = Self {
            method,
            path,
            search,
            host: None,
            has: "",
            keep: match version {
                "HTTP/1.1" => true,
                "HTTP/1.0" => false,
                _ => return None,
            },
            body: false,
            cookies: "",
        };
        for line in lines.take_while(|line| !line.is_empty()) {
            let (name, value) = line.split_once(':')?;
            let value = value.trim();
            match name.to_ascii_lowercase().as_str() {
                // Two of them would let two readers see two names.
                "host" if request.host.is_some() => return None,
                "host" => request.host = Some(value),
                "if-none-match" => request.has = value,
                "cookie" => request.cookies = value,
                "connection" if value.eq_ignore_ascii_case("close") => request.keep = false,
                "content-length" => request.body |= value != "0",
                "transfer-encoding" => request.body = true,
                _ => {}
            }
        }
        Some(request)
    }

    /// The value of a cookie.
    pub fn cookie(&self, name: &str) -> Option<&'a str> {
        let mut pairs = self.cookies.split(';').filter_map(|c| c.split_once('='));
        pairs
            .find(|(own, _)| own.trim() == name)
            .map(|(_, value)| value.trim())
    }

    /// The value of a word after the question mark.
    pub fn query(&self, name: &str) -> Option<&'a str> {
        let mut pairs = self.search.split('&').filter_map(|p| p.split_once('='));
        pairs.find(|(own, _)| *own == name).map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::io::Write;
    use std::net::TcpListener;

    #[test]
    fn a_request_is_taken_apart() {
        let head = "GET /a/b.js?x=1&y=2 HTTP/1.1\r\nHost: here:1\r\nCookie: a=1; b=2\r\n\
                    IF-NONE-MATCH: \"t\"\r\nConnection: close\r\n\r\n";
        let request = Request::parse(head).unwrap();
        assert_eq!((request.method, request.path), ("GET", "/a/b.js"));
        assert_eq!(request.query("y"), Some("2"));
        assert_eq!(request.cookie("b"), Some("2"));
        assert_eq!(request.host, Some("here:1"));
        assert_eq!(request.has, "\"t\"");
        assert!(!request.keep && !request.body);
    }

    /// A browser keeps connections open and asks when it wants to: how long it asked nothing does
    /// not count against its request, though a long head needs more than one reading.
    #[test]
    fn a_request_after_a_long_wait_is_in_time() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let mut browser = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (mut server, _) = listener.accept().unwrap();
        let head = format!("GET / HTTP/1.1\r\nCookie: {}\r\n\r\n", "x".repeat(5000));
        browser.write_all(head.as_bytes()).unwrap();
        let (began, looks) = (Instant::now(), Cell::new(0));
        // Ten seconds pass until the first byte, none after it.
        let clock = || {
            looks.set(looks.get() + 1);
            began + Duration::from_secs(if looks.get() == 1 { 0 } else { 10 })
        };
        let (idle, patience) = (Duration::from_secs(30), Duration::from_secs(5));
        let mut kept = Vec::new();
        let read = read_head(&mut server, &mut kept, idle, patience, clock);
        assert_eq!(read, Ok(head.len()));
        // One that dawdles is still too slow.
        browser.write_all(&head.as_bytes()[..3000]).unwrap();
        looks.set(0);
        let slower = || {
            looks.set(looks.get() + 1);
            began + Duration::from_secs(3 * looks.get())
        };
        let mut kept = Vec::new();
        let read = read_head(&mut server, &mut kept, idle, patience, slower);
        assert_eq!(read, Err(Unread::Slow));
    }

    #[test]
    fn what_is_no_request_is_refused() {
        for wrong in [
            "",
            "GET",
            "GET /",
            "GET / HTTP/2",
            "GET / HTTP/1.1 more",
            "GET http://other/ HTTP/1.1",
            "GET * HTTP/1.1",
            "GET / HTTP/1.1\r\nno colon",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: b",
        ] {
            assert!(Request::parse(wrong).is_none(), "{wrong}");
        }
    }
}
