//! A server of objects on loopback, in a thread of the test or as a process (the example `object_server`): it speaks as
//! much of HTTP, S3 and Google Cloud as the clients of the library need, keeps its word on conditions, and misbehaves
//! on command. It counts what it is asked for.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The fault of one request.
#[allow(dead_code)]
#[derive(Clone, Debug)]
pub enum Fault {
    /// The answer is of this status, with this body.
    Status(u16, &'static str),
    /// The answer sends the client elsewhere, or nowhere.
    Redirect(Option<String>),
    /// The connection breaks after so many bytes of the body.
    Break(usize),
    /// The body has so many bytes, and the header says so, against the range in it.
    Short(usize),
    /// The header announces so many bytes more than come, and the connection stays open.
    Longer(usize),
    /// So many bytes come behind the end that the header announces.
    Surplus(usize),
    /// The range in the header is another one.
    OtherRange,
    /// The request is answered late.
    Slow(Duration),
    /// Ranges are ignored.
    Whole,
    /// The answer has no ETag.
    NoETag,
    /// Both: it has no ETag, and breaks.
    BreakWithoutETag(usize),
    /// The connection is closed without an answer.
    Hang,
    /// The request is carried out, and its answer is lost.
    Lost,
    /// The request is carried out, and the answer is of this status.
    After(u16),
    /// The request is carried out, and answered late.
    Late(Duration),
    /// The answer says only in which region the bucket lies.
    Region(&'static str),
    /// The body comes byte by byte, with this pause behind each.
    Drip(Duration),
    /// The answer has no metadata of the object.
    NoMetadata,
    /// A listing says that there is more behind this token, and the same again.
    MoreBehind(&'static str),
}

/// Faults by number, for tests that know the requests of a whole program only by their kinds. 0: never.
#[allow(dead_code)]
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The answer to every n-th conditional write that was carried out is lost.
    pub lose: usize,
    /// Every n-th conditional write that was carried out is answered by 500.
    pub fail: usize,
    /// Every n-th conditional write is answered by 503, and not carried out.
    pub busy: usize,
    /// Every answer is late by so many milliseconds.
    pub delay: u64,
    /// Objects lose their metadata.
    pub no_metadata: bool,
    /// Equal contents have equal tags, as at S3.
    pub content_tags: bool,
}

impl Plan {
    /// Reads a plan, such as `lose=4,delay=20,content_tags=1`.
    #[allow(dead_code)]
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut plan = Self::default();
        for pair in text.split(',').filter(|pair| !pair.is_empty()) {
            let (name, number) = pair.split_once('=').ok_or_else(|| format!("{pair:?}: it must be NAME=NUMBER"))?;
            let number: u64 = number.parse().map_err(|_| format!("{pair:?}: it must be NAME=NUMBER"))?;
            match name {
                "lose" => plan.lose = number as usize,
                "fail" => plan.fail = number as usize,
                "busy" => plan.busy = number as usize,
                "delay" => plan.delay = number,
                "no_metadata" => plan.no_metadata = number != 0,
                "content_tags" => plan.content_tags = number != 0,
                _ => return Err(format!("{name:?}: there is no such fault")),
            }
        }
        Ok(plan)
    }

    /// The fault of a conditional write before it is carried out; `count`: such writes that have arrived.
    fn before(&self, count: usize) -> Option<Fault> {
        let busy = Fault::Status(503, "<Error><Code>SlowDown</Code></Error>");
        (self.busy > 0 && count.is_multiple_of(self.busy)).then_some(busy)
    }

    /// The fault of a conditional write that was carried out; `count`: such writes.
    fn after(&self, count: usize) -> Option<Fault> {
        let due = |every: usize| every > 0 && count.is_multiple_of(every);
        if due(self.lose) { Some(Fault::Lost) } else { due(self.fail).then_some(Fault::After(500)) }
    }
}

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Asked {
    pub method: String,
    /// The path, decoded; without the query.
    pub path: String,
    pub query: String,
    pub headers: BTreeMap<String, String>,
}

type Faults = dyn Fn(&Asked, usize) -> Option<Fault> + Send + Sync;

/// An object as it lies on the server.
struct Object {
    value: Vec<u8>,
    /// Counts all writes.
    version: u64,
    tag: String,
    /// Headers that the client wants back: `x-amz-meta-...`, `x-goog-meta-...`.
    metadata: BTreeMap<String, String>,
}

#[derive(Default)]
struct State {
    objects: BTreeMap<String, Object>,
    uploads: BTreeMap<String, BTreeMap<u32, Vec<u8>>>,
    writes: u64,
    /// Conditional writes that have arrived, and those that were carried out.
    conditional: (usize, usize),
    log: Vec<Asked>,
    plan: Plan,
}

pub struct Server {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    faults: Arc<Mutex<Arc<Faults>>>,
}

/// Keys of one answer to a listing; few, so that there are several.
const PAGE: usize = 5;

impl Server {
    #[allow(dead_code)]
    pub fn start() -> Self {
        Self::start_with(0, Plan::default())
    }

    /// Starts at a port, 0: at any, with faults by number.
    pub fn start_with(port: u16, plan: Plan) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
        let address = listener.local_addr().unwrap();
        let delay = Duration::from_millis(plan.delay);
        let state = Arc::new(Mutex::new(State { plan, ..State::default() }));
        let faults: Arc<Mutex<Arc<Faults>>> = Arc::new(Mutex::new(Arc::new(|_, _| None)));
        let shared = (Arc::clone(&state), Arc::clone(&faults));
        // Ends with the process.
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (state, faults) = shared.clone();
                std::thread::spawn(move || serve(&stream, &state, &faults, delay));
            }
        });
        Self { address, state, faults }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// From now on these faults happen; the second argument counts the requests since.
    #[allow(dead_code)]
    pub fn misbehave(&self, faults: impl Fn(&Asked, usize) -> Option<Fault> + Send + Sync + 'static) {
        *self.faults.lock().unwrap() = Arc::new(faults);
        self.state.lock().unwrap().log.clear();
    }

    /// The requests since the last call of this or of [`Server::misbehave`].
    #[allow(dead_code)]
    pub fn log(&self) -> Vec<Asked> {
        std::mem::take(&mut self.state.lock().unwrap().log)
    }

    /// Puts an object where a client would, `bucket/key`.
    #[allow(dead_code)]
    pub fn put(&self, path: &str, value: &[u8]) {
        put(&format!("/{path}"), value.to_vec(), BTreeMap::new(), &mut self.state.lock().unwrap());
    }

    #[allow(dead_code)]
    pub fn get(&self, path: &str) -> Option<Vec<u8>> {
        self.state.lock().unwrap().objects.get(&format!("/{path}")).map(|object| object.value.clone())
    }
}

struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

fn answer(status: u16) -> Answer {
    Answer { status, headers: Vec::new(), body: Vec::new() }
}

fn xml(body: String) -> Answer {
    Answer { status: 200, headers: vec![("Content-Type".into(), "application/xml".into())], body: body.into_bytes() }
}

fn missing() -> Answer {
    let body = b"<?xml version=\"1.0\"?><Error><Code>NoSuchKey</Code><Message>It is not there.</Message></Error>";
    Answer { body: body.to_vec(), ..answer(404) }
}

fn serve(stream: &TcpStream, state: &Mutex<State>, faults: &Mutex<Arc<Faults>>, delay: Duration) -> Option<()> {
    stream.set_nodelay(true).ok()?;
    let mut reader = BufReader::new(stream);
    loop {
        let (asked, body) = read_request(&mut reader)?;
        let count = {
            let log = &mut state.lock().unwrap().log;
            log.push(asked.clone());
            log.len() - 1
        };
        let faults = Arc::clone(&faults.lock().unwrap());
        let mut fault = faults(&asked, count);
        if fault.is_none() && is_conditional(&asked) {
            let state = &mut *state.lock().unwrap();
            state.conditional.0 += 1;
            fault = state.plan.before(state.conditional.0);
        }
        std::thread::sleep(delay);
        match &fault {
            Some(Fault::Hang) => {
                let _ = stream.shutdown(Shutdown::Both);
                return None;
            }
            Some(Fault::Slow(time)) => std::thread::sleep(*time),
            _ => {}
        }
        let answer = match &fault {
            Some(Fault::Status(status, body)) => Answer { body: body.as_bytes().to_vec(), ..answer(*status) },
            Some(Fault::Redirect(to)) => {
                Answer { headers: to.iter().map(|to| ("Location".to_owned(), to.clone())).collect(), ..answer(301) }
            }
            Some(Fault::Region(region)) => {
                Answer { headers: vec![("x-amz-bucket-region".to_owned(), (*region).to_owned())], ..answer(403) }
            }
            Some(Fault::MoreBehind(token)) => xml(format!(
                "<ListBucketResult><Contents><Key>k</Key><LastModified>2022-01-01T00:00:00Z</LastModified><Size>1</Size></Contents>\
                 <IsTruncated>true</IsTruncated><NextContinuationToken>{token}</NextContinuationToken></ListBucketResult>"
            )),
            _ => handle(&asked, &body, &mut state.lock().unwrap(), matches!(fault, Some(Fault::Whole))),
        };
        let done = (200..300).contains(&answer.status);
        if fault.is_none() && done && is_conditional(&asked) {
            let state = &mut *state.lock().unwrap();
            state.conditional.1 += 1;
            fault = state.plan.after(state.conditional.1);
        }
        let answer = match &fault {
            Some(Fault::Lost) if done => {
                let _ = stream.shutdown(Shutdown::Both);
                return None;
            }
            Some(Fault::After(status)) if done => self::answer(*status),
            Some(Fault::Late(time)) => {
                std::thread::sleep(*time);
                answer
            }
            _ => answer,
        };
        write_answer(stream, &asked, answer, fault.as_ref())?;
    }
}

fn is_conditional(asked: &Asked) -> bool {
    let conditions = ["if-match", "if-none-match", "x-goog-if-generation-match"];
    asked.method == "PUT" && conditions.iter().any(|name| asked.headers.contains_key(*name))
}

fn read_request(reader: &mut impl BufRead) -> Option<(Asked, Vec<u8>)> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
    let mut words = line.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.split_once(':') else { break };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    // A proxy is asked for whole URLs.
    let target = match target.strip_prefix("http://").map(|rest| rest.split_once('/')) {
        Some(place) => format!("/{}", place.map_or("", |(_, path)| path)),
        None => target,
    };
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    Some((Asked { method, path: decode(path), query: query.to_owned(), headers }, body))
}

fn write_answer(mut stream: &TcpStream, asked: &Asked, mut answer: Answer, fault: Option<&Fault>) -> Option<()> {
    if let Some(Fault::Short(length)) = fault {
        answer.body.truncate(*length);
    }
    if matches!(fault, Some(Fault::NoETag | Fault::BreakWithoutETag(_))) {
        answer.headers.retain(|(name, _)| *name != "ETag");
    }
    if matches!(fault, Some(Fault::NoMetadata)) {
        answer.headers.retain(|(name, _)| !name.contains("-meta-"));
    }
    if matches!(fault, Some(Fault::OtherRange)) {
        for (_, value) in answer.headers.iter_mut().filter(|(name, _)| *name == "Content-Range") {
            *value = "bytes 1-2/1000".to_owned();
        }
    }
    let mut head = format!("HTTP/1.1 {} Answer\r\n", answer.status);
    for (name, value) in &answer.headers {
        write!(head, "{name}: {value}\r\n").unwrap();
    }
    let length = answer.headers.iter().any(|(name, _)| *name == "Content-Length");
    if !length {
        let more = if let Some(Fault::Longer(more)) = fault { *more } else { 0 };
        write!(head, "Content-Length: {}\r\n", answer.body.len() + more).unwrap();
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes()).ok()?;
    if asked.method != "HEAD" {
        if let Some(Fault::Break(length) | Fault::BreakWithoutETag(length)) = fault {
            stream.write_all(&answer.body[..answer.body.len().min(*length)]).ok()?;
            let _ = stream.shutdown(Shutdown::Both);
            return None;
        }
        if let Some(Fault::Drip(pause)) = fault {
            for byte in &answer.body {
                stream.write_all(&[*byte]).ok()?;
                std::thread::sleep(*pause);
            }
            return stream.flush().ok();
        }
        stream.write_all(&answer.body).ok()?;
        if let Some(Fault::Surplus(more)) = fault {
            stream.write_all(&vec![b'x'; *more]).ok()?;
        }
    }
    stream.flush().ok()
}

fn parameter<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    query.split('&').find_map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (key == name).then_some(value)
    })
}

fn handle(asked: &Asked, body: &[u8], state: &mut State, whole: bool) -> Answer {
    let query = |name| parameter(&asked.query, name);
    match asked.method.as_str() {
        "GET" if query("list-type").is_some() => list(asked, state),
        "GET" | "HEAD" => get(asked, state, whole),
        "POST" if query("delete").is_some() => delete_many(asked, body, state),
        "POST" if query("uploads").is_some() => {
            state.writes += 1;
            let id = format!("upload-{}", state.writes);
            state.uploads.insert(id.clone(), BTreeMap::new());
            xml(format!("<InitiateMultipartUploadResult><UploadId>{id}</UploadId></InitiateMultipartUploadResult>"))
        }
        "POST" => {
            let Some(parts) = query("uploadId").and_then(|id| state.uploads.remove(id)) else { return missing() };
            let value = parts.into_values().flatten().collect();
            let tag = put(&asked.path, value, BTreeMap::new(), state);
            xml(format!("<CompleteMultipartUploadResult><ETag>{tag}</ETag></CompleteMultipartUploadResult>"))
        }
        "PUT" if query("partNumber").is_some() => {
            let number = query("partNumber").and_then(|number| number.parse().ok()).unwrap();
            let Some(parts) = query("uploadId").and_then(|id| state.uploads.get_mut(id)) else { return missing() };
            parts.insert(number, body.to_vec());
            Answer { headers: vec![("ETag".into(), format!("\"part-{number}\""))], ..answer(200) }
        }
        "PUT" => {
            let now = state.objects.get(&asked.path).map(|object| object.tag.clone());
            // Google counts versions, and 0 is none.
            let number = state.objects.get(&asked.path).map_or(0, |object| object.version).to_string();
            let header = |name| asked.headers.get(name);
            let wrong = match (header("if-match"), header("if-none-match"), header("x-goog-if-generation-match")) {
                (Some(expected), ..) => now.as_ref() != Some(expected),
                (_, Some(_), _) => now.is_some(),
                (.., Some(expected)) => number != *expected,
                _ => false,
            };
            if wrong {
                return answer(412);
            }
            let metadata = asked.headers.iter().filter(|(name, _)| name.contains("-meta-") && !state.plan.no_metadata);
            let metadata = metadata.map(|(name, value)| (name.clone(), value.clone())).collect();
            let tag = put(&asked.path, body.to_vec(), metadata, state);
            let generation = state.writes.to_string();
            Answer { headers: vec![("x-goog-generation".into(), generation), ("ETag".into(), tag)], ..answer(200) }
        }
        "DELETE" if query("uploadId").is_some() => {
            query("uploadId").and_then(|id| state.uploads.remove(id));
            answer(204)
        }
        "DELETE" => {
            state.objects.remove(&asked.path);
            answer(204)
        }
        _ => answer(405),
    }
}

fn put(path: &str, value: Vec<u8>, metadata: BTreeMap<String, String>, state: &mut State) -> String {
    state.writes += 1;
    let version = state.writes;
    let tag = if state.plan.content_tags {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        format!("\"{:016x}\"", hasher.finish())
    } else {
        format!("\"v{version}\"")
    };
    state.objects.insert(path.to_owned(), Object { value, version, tag: tag.clone(), metadata });
    tag
}

fn get(asked: &Asked, state: &State, whole: bool) -> Answer {
    let Some(object) = state.objects.get(&asked.path) else { return missing() };
    let (value, tag) = (&object.value, object.tag.clone());
    if asked.headers.get("if-match").is_some_and(|expected| *expected != tag) {
        return answer(412);
    }
    let mut headers = vec![
        ("ETag".to_owned(), tag),
        ("x-goog-generation".to_owned(), object.version.to_string()),
        ("Last-Modified".to_owned(), "Sat, 01 Jan 2022 00:00:00 GMT".to_owned()),
        ("Accept-Ranges".to_owned(), "bytes".to_owned()),
    ];
    headers.extend(object.metadata.iter().map(|(name, value)| (name.clone(), value.clone())));
    if asked.method == "HEAD" {
        headers.push(("Content-Length".to_owned(), value.len().to_string()));
        return Answer { status: 200, headers, body: Vec::new() };
    }
    let range = asked.headers.get("range").and_then(|range| range.strip_prefix("bytes=")).filter(|_| !whole);
    let Some((from, to)) = range.and_then(|range| range.split_once('-')) else {
        return Answer { status: 200, headers, body: value.clone() };
    };
    let size = value.len() as u64;
    let (start, end) = match (from.parse::<u64>(), to.parse::<u64>()) {
        (Ok(from), Ok(to)) => (from, (to + 1).min(size)),
        (Ok(from), Err(_)) => (from, size),
        (Err(_), Ok(last)) => (size - last.min(size), size),
        _ => return answer(400),
    };
    if start >= size || start >= end {
        return Answer { headers: vec![("Content-Range".to_owned(), format!("bytes */{size}"))], ..answer(416) };
    }
    headers.push(("Content-Range".to_owned(), format!("bytes {start}-{}/{size}", end - 1)));
    Answer { status: 206, headers, body: value[start as usize..end as usize].to_vec() }
}

fn list(asked: &Asked, state: &State) -> Answer {
    let query = |name| parameter(&asked.query, name).map(decode).unwrap_or_default();
    let bucket = format!("{}/", asked.path.trim_end_matches('/'));
    let (prefix, delimiter, after) = (query("prefix"), query("delimiter"), query("continuation-token"));
    let mut left: BTreeMap<String, Option<usize>> = BTreeMap::new();
    let (first, from) = (format!("{bucket}{prefix}"), format!("{bucket}{after}"));
    let from = first.clone().max(from);
    for (path, object) in state.objects.range(from..).take_while(|(path, _)| path.starts_with(&first)) {
        let key = &path[bucket.len()..];
        let (name, size) = match key[prefix.len()..].find('/').filter(|_| !delimiter.is_empty()) {
            Some(end) => (&key[..=prefix.len() + end], None),
            None => (key, Some(object.value.len())),
        };
        if !name.is_empty() && *name > *after {
            left.insert(name.to_owned(), size);
        }
        if left.len() > PAGE {
            break;
        }
    }
    let left: Vec<_> = left.into_iter().collect();
    let mut body = "<ListBucketResult>".to_owned();
    for (name, size) in left.iter().take(PAGE) {
        let name = escape(name);
        match size {
            None => write!(body, "<CommonPrefixes><Prefix>{name}</Prefix></CommonPrefixes>"),
            Some(size) => write!(
                body,
                "<Contents><Key>{name}</Key><LastModified>2022-01-01T00:00:00Z</LastModified><Size>{size}</Size></Contents>"
            ),
        }
        .unwrap();
    }
    if left.len() > PAGE {
        let next = escape(&left[PAGE - 1].0);
        write!(body, "<IsTruncated>true</IsTruncated><NextContinuationToken>{next}</NextContinuationToken>").unwrap();
    }
    xml(body + "</ListBucketResult>")
}

fn delete_many(asked: &Asked, body: &[u8], state: &mut State) -> Answer {
    let body = String::from_utf8_lossy(body).into_owned();
    let mut deleted = String::new();
    for key in body.split("<Key>").skip(1).filter_map(|rest| rest.split("</Key>").next()) {
        state.objects.remove(&format!("{}/{}", asked.path.trim_end_matches('/'), unescape(key)));
        write!(deleted, "<Deleted><Key>{key}</Key></Deleted>").unwrap();
    }
    xml(format!("<DeleteResult>{deleted}</DeleteResult>"))
}

fn decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'%' => {
                let digits = [rest.next().unwrap(), rest.next().unwrap()];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap());
            }
            other => bytes.push(other),
        }
    }
    String::from_utf8(bytes).unwrap()
}

const ESCAPES: [(&str, &str); 4] = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")];

fn escape(text: &str) -> String {
    ESCAPES.iter().fold(text.to_owned(), |text, (plain, escaped)| text.replace(plain, escaped))
}

fn unescape(text: &str) -> String {
    ESCAPES.iter().rev().fold(text.replace("&apos;", "'"), |text, (plain, escaped)| text.replace(escaped, plain))
}
