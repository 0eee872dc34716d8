//! The server: hands out the page's files, one thread per connection, and lets nobody hold it up.
//!
//! A connection that asks nothing is the first to go when all places are taken, so however many
//! are opened and left standing, a browser that asks is answered.
//!
//! It is written by hand, since it does so little: it reads no bodies, hands out files that are built
//! in, and nothing live passes through it (the page plays in the browser). axum in its least form, on
//! hyper and tokio, is 27 more packages to build, and the checks of `access` would stand before it all
//! the same. Should control from elsewhere come through here, that is the time for it.

use crate::StudioError;
use crate::access::{Access, Verdict, new_token};
use crate::assets;
use crate::request::{Request, Unread, read_head};
use crate::response::Response;
use std::io::{ErrorKind, Read};
use std::net::{IpAddr, Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The port of the studio, when it is free.
const PORT: u16 = 7771;
/// How many ports after it are tried.
const NEXT_PORTS: u16 = 100;
/// Most connections at once. A browser opens six.
const MOST_CONNECTIONS: usize = 64;
/// How long an open connection may ask nothing.
const IDLE: Duration = Duration::from_secs(30);
/// How long a request may take to arrive.
const REQUEST: Duration = Duration::from_secs(5);
/// How long an answer may take to be read.
const ANSWER: Duration = Duration::from_secs(30);
/// A refused request may still be on its way: so much of it is read before the connection closes,
/// or the refusal would be lost \[bytes\].
const LEFTOVER: usize = 256 << 10;

/// How to serve.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The port; `None` is 7771 or the next free one, 0 any free one.
    pub port: Option<u16>,
    /// The address to listen on, for other machines too; `None` is this machine only.
    pub host: Option<IpAddr>,
}

/// A studio that listens.
pub struct Server {
    listener: TcpListener,
    access: Arc<Access>,
    address: SocketAddr,
    crowd: Arc<Guests>,
    stopped: Arc<AtomicBool>,
}

/// Stops a server from elsewhere.
#[derive(Clone)]
pub struct Stopper {
    address: SocketAddr,
    stopped: Arc<AtomicBool>,
}

impl Server {
    /// Starts to listen.
    pub fn open(options: &Options) -> Result<Self, StudioError> {
        let host = options.host.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let listener = match options.port {
            Some(port) => listen(host, port),
            None => first_free(host),
        }?;
        let address = listener
            .local_addr()
            .map_err(|error| refused(host, error))?;
        let port = address.port();
        let access = match options.host {
            None => Access::Loopback { port },
            Some(_) => Access::Token {
                token: new_token()?,
                port,
            },
        };
        Ok(Self {
            listener,
            access: Arc::new(access),
            address,
            crowd: Arc::default(),
            stopped: Arc::default(),
        })
    }

    /// The address to open, with the token where one is needed.
    pub fn url(&self) -> String {
        let host = match self.address.ip() {
            ip if ip.is_unspecified() => own_address(ip),
            ip => ip,
        };
        let port = self.address.port();
        let place = SocketAddr::new(host, port);
        match &*self.access {
            Access::Loopback { .. } => format!("http://{place}"),
            Access::Token { token, .. } => format!("http://{place}/?token={token}"),
        }
    }

    /// The port listened on.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// A way to stop it.
    pub fn stopper(&self) -> Stopper {
        Stopper {
            address: self.address,
            stopped: Arc::clone(&self.stopped),
        }
    }

    /// Lets Ctrl-C stop it. Once per program.
    pub fn stop_on_interrupt(&self) -> Result<(), StudioError> {
        let stopper = self.stopper();
        ctrlc::set_handler(move || stopper.stop())
            .map_err(|error| StudioError::Interrupt(error.to_string()))
    }

    /// Serves until it is stopped.
    pub fn run(&self) {
        for stream in self.listener.incoming() {
            if self.stopped.load(Ordering::Acquire) {
                break;
            }
            match stream {
                Ok(stream) => self.welcome(stream),
                // No more file handles: wait until some connection ends.
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
        self.crowd.send_home();
    }

    fn welcome(&self, stream: TcpStream) {
        let Some(place) = Guests::enter(&self.crowd, &stream) else {
            let busy = Response::refuse("503 Service Unavailable", "too many connections");
            let mut stream = stream;
            busy.send(&mut stream, false, Duration::from_millis(100));
            return;
        };
        let access = Arc::clone(&self.access);
        let thread = std::thread::Builder::new()
            .name("studio".to_owned())
            .stack_size(256 << 10);
        // If no thread can be had, the connection closes and the browser asks again.
        let _ = thread.spawn(move || attend(stream, &access, &place));
    }
}

impl Stopper {
    /// Stops the server.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
        // It waits for a connection: here is one.
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(match address {
                SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
                SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
            });
        }
        let _ = TcpStream::connect_timeout(&address, Duration::from_secs(1));
    }
}

/// Answers what one connection asks, until it ends.
fn attend(mut stream: TcpStream, access: &Access, place: &GuestPlace) {
    // Answers are written in few large pieces: waiting to join them would only slow the page.
    let _ = stream.set_nodelay(true);
    let mut kept = Vec::new();
    loop {
        let head = read_head(&mut stream, &mut kept, IDLE, REQUEST, Instant::now);
        place.waits(false);
        let (response, bare) = match &head {
            Ok(length) => respond(&kept[..*length], access),
            Err(Unread::Gone) => return,
            Err(Unread::Slow) => (
                Response::refuse("408 Request Timeout", "the request did not arrive in time"),
                false,
            ),
            Err(Unread::TooLong) => (
                Response::refuse("431 Request Header Fields Too Large", "too many headers"),
                false,
            ),
        };
        if !response.send(&mut stream, bare, ANSWER) {
            return;
        }
        let Ok(length) = head else {
            return part(&mut stream);
        };
        if !response.keep {
            return part(&mut stream);
        }
        kept.drain(..length);
        place.waits(true);
    }
}

/// The answer to a request, and whether its body is left out.
fn respond(head: &[u8], access: &Access) -> (Response, bool) {
    let request = std::str::from_utf8(head).ok().and_then(Request::parse);
    let Some(request) = request else {
        let bad = Response::refuse("400 Bad Request", "this is no request of a browser");
        return (bad, false);
    };
    let bare = request.method == "HEAD";
    let mut response = match access.judge(&request) {
        Verdict::Refused(why) => Response::refuse("403 Forbidden", why),
        _ if request.method != "GET" && !bare => {
            Response::refuse("405 Method Not Allowed", "the page can only be read")
        }
        _ if request.body => Response::refuse("413 Content Too Large", "nothing can be sent here"),
        Verdict::Hand { cookie } => Response::hand(&cookie),
        Verdict::Welcome => match assets::find(request.path) {
            Some(asset) => Response::file(asset, request.has),
            None => Response::refuse("404 Not Found", "there is no such file"),
        },
    };
    response.keep &= request.keep;
    (response, bare)
}

/// Closes so that the last answer arrives: what the other side still sends is read, up to a limit.
fn part(stream: &mut TcpStream) {
    let _ = stream.shutdown(Shutdown::Write);
    let _ = stream.set_read_timeout(Some(Duration::from_millis(500)));
    let mut piece = [0; 4096];
    let mut left = LEFTOVER;
    while let Ok(count @ 1..) = stream.read(&mut piece)
        && left > 0
    {
        left = left.saturating_sub(count);
    }
}

/// Who is connected.
#[derive(Default)]
struct Guests(Mutex<Vec<Guest>>);

struct Guest {
    stream: TcpStream,
    /// Asks nothing at the moment.
    waiting: Arc<AtomicBool>,
}

/// A guest's place, given back when dropped.
struct GuestPlace {
    crowd: Arc<Guests>,
    waiting: Arc<AtomicBool>,
}

impl Guests {
    /// A place; `None` if all are taken by connections that are being answered.
    fn enter(crowd: &Arc<Self>, stream: &TcpStream) -> Option<GuestPlace> {
        let stream = stream.try_clone().ok()?;
        let mut guests = crowd.lock();
        if guests.len() >= MOST_CONNECTIONS {
            // The one that has been waiting longest is the first in the list.
            let idle = guests
                .iter()
                .position(|guest| guest.waiting.load(Ordering::Acquire))?;
            let gone = guests.remove(idle);
            // Its thread wakes and ends.
            let _ = gone.stream.shutdown(Shutdown::Both);
        }
        let waiting = Arc::new(AtomicBool::new(true));
        guests.push(Guest {
            stream,
            waiting: Arc::clone(&waiting),
        });
        drop(guests);
        Some(GuestPlace {
            crowd: Arc::clone(crowd),
            waiting,
        })
    }

    fn send_home(&self) {
        for guest in self.lock().drain(..) {
            let _ = guest.stream.shutdown(Shutdown::Both);
        }
    }

    /// A thread that broke leaves the list whole: it only adds and removes.
    fn lock(&self) -> MutexGuard<'_, Vec<Guest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GuestPlace {
    /// Says whether it asks nothing now; who has just been answered goes to the end of the list.
    fn waits(&self, waits: bool) {
        let mut guests = self.crowd.lock();
        self.waiting.store(waits, Ordering::Release);
        if waits && let Some(own) = self.find(&guests) {
            let guest = guests.remove(own);
            guests.push(guest);
        }
    }

    fn find(&self, guests: &[Guest]) -> Option<usize> {
        guests
            .iter()
            .position(|guest| Arc::ptr_eq(&guest.waiting, &self.waiting))
    }
}

impl Drop for GuestPlace {
    fn drop(&mut self) {
        let mut guests = self.crowd.lock();
        if let Some(own) = self.find(&guests) {
            guests.remove(own);
        }
    }
}

fn listen(host: IpAddr, port: u16) -> Result<TcpListener, StudioError> {
    let address = SocketAddr::new(host, port);
    TcpListener::bind(address).map_err(|error| StudioError::Listen {
        address: address.to_string(),
        why: match error.kind() {
            ErrorKind::AddrInUse => "the port is taken; choose another with --port".to_owned(),
            ErrorKind::PermissionDenied => "permission denied".to_owned(),
            _ => error.to_string(),
        },
    })
}

/// The studio's own port, or the first free one after it.
fn first_free(host: IpAddr) -> Result<TcpListener, StudioError> {
    let mut last = listen(host, PORT);
    for port in PORT + 1..=PORT + NEXT_PORTS {
        if last.is_ok() {
            break;
        }
        last = listen(host, port);
    }
    last
}

fn refused(host: IpAddr, error: std::io::Error) -> StudioError {
    StudioError::Listen {
        address: host.to_string(),
        why: error.to_string(),
    }
}

/// The address by which other machines reach this one, as its own routing would choose. Nothing
/// is sent: connecting a datagram socket only looks the way up (to an address kept for examples).
fn own_address(any: IpAddr) -> IpAddr {
    let (from, to) = match any {
        IpAddr::V4(_) => ("0.0.0.0:0", "192.0.2.1:9"),
        IpAddr::V6(_) => ("[::]:0", "[2001:db8::1]:9"),
    };
    let found = UdpSocket::bind(from).and_then(|socket| {
        socket.connect(to)?;
        socket.local_addr()
    });
    match found {
        Ok(found) if !found.ip().is_unspecified() => found.ip(),
        _ => IpAddr::V4(Ipv4Addr::LOCALHOST),
    }
}
