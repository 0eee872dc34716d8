//! Who may see the page: this machine alone, or, when asked for, whoever has the token.

use crate::StudioError;
use crate::request::Request;

/// The rule of a server.
pub enum Access {
    /// Only requests that address this machine by a name of its own. A page of another site that
    /// had its name point here (DNS rebinding) says that name, and is refused.
    Loopback {
        /// The port listened on.
        port: u16,
    },
    /// Anyone who shows the token: once in the address, then by cookie.
    Token {
        /// The secret.
        token: String,
        /// The port listened on; cookies know no ports, so its name does.
        port: u16,
    },
}

/// What a request may do.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// See the page.
    Welcome,
    /// It showed the token: it gets the cookie, and an address without the token.
    Hand {
        /// The cookie to set.
        cookie: String,
    },
    /// Not for this one; the reason in words.
    Refused(&'static str),
}

impl Access {
    /// Looks at a request.
    pub fn judge(&self, request: &Request) -> Verdict {
        match self {
            Access::Loopback { port } => {
                if is_own_name(request.host, *port) {
                    Verdict::Welcome
                } else {
                    Verdict::Refused("this studio answers only to its own address on this machine")
                }
            }
            Access::Token { token, port } => {
                let cookie = format!("urto-{port}");
                if request
                    .cookie(&cookie)
                    .is_some_and(|shown| same(shown, token))
                {
                    Verdict::Welcome
                } else if request
                    .query("token")
                    .is_some_and(|shown| same(shown, token))
                {
                    Verdict::Hand {
                        cookie: format!("{cookie}={token}; HttpOnly; SameSite=Strict; Path=/"),
                    }
                } else {
                    Verdict::Refused("open the address that 'urto studio' printed, token included")
                }
            }
        }
    }
}

/// Whether a Host header says this machine's own name.
fn is_own_name(host: Option<&str>, port: u16) -> bool {
    let Some((name, said)) = host.and_then(|host| host.rsplit_once(':')) else {
        // Browsers leave port 80 out.
        return port == 80 && host.is_some_and(|host| NAMES.contains(&host));
    };
    said == port.to_string() && NAMES.iter().any(|own| own.eq_ignore_ascii_case(name))
}

const NAMES: &[&str] = &["127.0.0.1", "localhost", "[::1]"];

/// Compares in a time that does not tell how much was right.
fn same(shown: &str, token: &str) -> bool {
    let differing = shown
        .bytes()
        .zip(token.bytes())
        .fold(0, |sum, (a, b)| sum | (a ^ b));
    shown.len() == token.len() && differing == 0
}

/// A new secret of 128 bits, in letters that an address can hold.
pub fn new_token() -> Result<String, StudioError> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| StudioError::Token(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(access: &Access, head: &str) -> Verdict {
        access.judge(&Request::parse(head).unwrap())
    }

    #[test]
    fn only_own_names_are_answered() {
        let access = Access::Loopback { port: 7771 };
        for good in ["127.0.0.1:7771", "localhost:7771", "LOCALHOST:7771"] {
            let head = format!("GET / HTTP/1.1\r\nHost: {good}\r\n");
            assert_eq!(judged(&access, &head), Verdict::Welcome, "{good}");
        }
        for wrong in [
            "evil.example:7771",
            "127.0.0.1:80",
            "127.0.0.1",
            "127.0.0.1.evil.example:7771",
            "",
        ] {
            let head = format!("GET / HTTP/1.1\r\nHost: {wrong}\r\n");
            let verdict = judged(&access, &head);
            assert!(matches!(verdict, Verdict::Refused(_)), "{wrong}");
        }
        let verdict = judged(&access, "GET / HTTP/1.0\r\n");
        assert!(matches!(verdict, Verdict::Refused(_)));
    }

    #[test]
    fn a_token_opens_by_address_and_then_by_cookie() {
        let token = new_token().unwrap();
        assert_eq!(token.len(), 32);
        assert_ne!(token, new_token().unwrap());
        let access = Access::Token {
            token: token.clone(),
            port: 7771,
        };
        let by = |line: &str| judged(&access, &format!("GET {line}\r\n"));
        assert!(matches!(by("/ HTTP/1.1"), Verdict::Refused(_)));
        assert!(matches!(by("/?token= HTTP/1.1"), Verdict::Refused(_)));
        let short = &token[..31];
        let verdict = by(&format!("/?token={short} HTTP/1.1"));
        assert!(matches!(verdict, Verdict::Refused(_)));
        let Verdict::Hand { cookie } = by(&format!("/?token={token} HTTP/1.1")) else {
            panic!("the token was shown");
        };
        let cookie = cookie.split(';').next().unwrap();
        let verdict = by(&format!("/ HTTP/1.1\r\nCookie: other=1; {cookie}"));
        assert_eq!(verdict, Verdict::Welcome);
    }
}
