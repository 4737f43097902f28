// The same four endpoints, written idiomatically with axum and tokio-postgres. The
// statements are those that Kith runs (the file PEER_SQL), and the answers have the same
// shape. PEER_SHARED=4 shares four connections among all requests instead of using a pool
// of eight.
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use axum::{Json, Router};
use base64::Engine;
use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use time::macros::{datetime, format_description};
use time::OffsetDateTime;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, NoTls, Row, Statement};
use uuid::Uuid;

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const PAGE_ITEMS: usize = 25;
const BODY_BYTES: usize = 64 * 1024;
const ENDPOINT_STATEMENTS: [&str; 6] = ["feed", "orgs", "post", "me", "create", "resolve"];

type Failure = (StatusCode, &'static str);
type Params<'a> = &'a [&'a (dyn ToSql + Sync)];

#[derive(Serialize)]
struct Org {
    slug: String,
    name: String,
    logo: Option<Uuid>,
}

#[derive(Serialize)]
struct Targets {
    orgs: Vec<Org>,
    public: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Post {
    id: String,
    author_user_id: String,
    author_handle: Option<String>,
    author_name: String,
    author_image: Option<Uuid>,
    kind: String,
    title: String,
    body: String,
    tags: Vec<String>,
    photo: Option<Uuid>,
    status: String,
    expired: bool,
    expires_at: Option<String>,
    targets: Targets,
    can_edit: bool,
    created_at: String,
    updated_at: String,
    #[serde(skip)]
    key: Uuid,
    #[serde(skip)]
    created: OffsetDateTime,
    #[serde(skip)]
    target_count: i32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Page {
    items: Vec<Post>,
    next_cursor: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Profile {
    handle: Option<String>,
    headline: Option<String>,
    bio: Option<String>,
    roles: Vec<String>,
    skills: Vec<String>,
    looking_for: Vec<String>,
    affiliation: Option<String>,
    program: Option<String>,
    location: Option<String>,
    links: serde_json::Value,
    visibility: String,
    created_at: String,
    updated_at: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Account {
    id: String,
    email: String,
    name: String,
    image: Option<Uuid>,
    handle: Option<String>,
    membership_status: String,
    role: String,
    profile: Option<Profile>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct PublishTo {
    #[serde(default)]
    public: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Input {
    kind: String,
    title: String,
    body: String,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    publish_to: PublishTo,
}

/// A connection that everybody sends over, with its prepared statements.
struct Shared {
    client: Client,
    statements: HashMap<&'static str, Statement>,
}

enum Database {
    Pool(Pool, HashMap<String, String>),
    Shared(Vec<Shared>, AtomicUsize),
}

struct App {
    database: Database,
    known: Mutex<HashMap<[u8; 32], (Uuid, Instant)>>,
}

fn internal<E: std::fmt::Display>(error: E) -> Failure {
    eprintln!("{error}");
    (StatusCode::INTERNAL_SERVER_ERROR, "internal_error")
}

impl Database {
    async fn query(&self, name: &'static str, params: Params<'_>) -> Result<Vec<Row>, Failure> {
        match self {
            Database::Pool(pool, sql) => {
                let client = pool.get().await.map_err(internal)?;
                let statement = client.prepare_cached(&sql[name]).await.map_err(internal)?;
                client.query(&statement, params).await.map_err(internal)
            }
            Database::Shared(connections, next) => {
                let at = next.fetch_add(1, Ordering::Relaxed) % connections.len();
                let one = &connections[at];
                one.client.query(&one.statements[name], params).await.map_err(internal)
            }
        }
    }
}

fn id_of(prefix: &str, uuid: Uuid) -> String {
    let value = uuid.as_u128();
    let mut text = String::with_capacity(prefix.len() + 27);
    text.push_str(prefix);
    text.push('_');
    for digit in (0..26).rev() {
        text.push(ALPHABET[(value >> (5 * digit) & 31) as usize] as char);
    }
    text
}

fn uuid_of(id: &str) -> Option<Uuid> {
    let (_, text) = id.split_once('_')?;
    let mut value = 0u128;
    for one in text.bytes() {
        let digit = ALPHABET.iter().position(|known| *known == one)?;
        value = value << 5 | digit as u128;
    }
    Some(Uuid::from_u128(value))
}

fn instant(at: OffsetDateTime) -> String {
    at.format(format_description!(
        "[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z"
    ))
    .unwrap_or_default()
}

impl App {
    async fn resolve(&self, headers: &HeaderMap) -> Result<Uuid, Failure> {
        let refused = (StatusCode::UNAUTHORIZED, "invalid_token");
        let token = headers
            .get("authorization")
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "))
            .ok_or(refused)?;
        let hash: [u8; 32] = Sha256::digest(token).into();
        if let Some((member, until)) = self.known.lock().map_err(internal)?.get(&hash) {
            if *until > Instant::now() {
                return Ok(*member);
            }
        }
        let hex: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        let rows = self.database.query("resolve", &[&hex, &32i32]).await?;
        let member: Uuid = rows.first().ok_or(refused)?.get("member");
        let until = Instant::now() + Duration::from_secs(1);
        self.known.lock().map_err(internal)?.insert(hash, (member, until));
        Ok(member)
    }

    async fn posts(
        &self,
        member: Uuid,
        name: &'static str,
        params: Params<'_>,
    ) -> Result<Vec<Post>, Failure> {
        let rows = self.database.query(name, params).await?;
        let mut posts: Vec<Post> = rows.iter().map(post_of).collect();
        let with: Vec<Uuid> = posts
            .iter()
            .take(PAGE_ITEMS)
            .filter(|post| post.target_count > 0)
            .map(|post| post.key)
            .collect();
        if !with.is_empty() {
            for row in self.database.query("orgs", &[&member, &with]).await? {
                let item: Uuid = row.get("item");
                if let Some(post) = posts.iter_mut().find(|post| post.key == item) {
                    post.targets.orgs.push(Org {
                        slug: row.get("slug"),
                        name: row.get("name"),
                        logo: row.get("logo"),
                    });
                }
            }
        }
        Ok(posts)
    }
}

fn post_of(row: &Row) -> Post {
    let (key, author): (Uuid, Uuid) = (row.get(0), row.get(1));
    let created: OffsetDateTime = row.get(15);
    Post {
        id: id_of("post", key),
        author_user_id: id_of("usr", author),
        author_handle: row.get(2),
        author_name: row.get(3),
        author_image: row.get(4),
        kind: row.get(5),
        title: row.get(6),
        body: row.get(7),
        tags: row.get(8),
        photo: row.get(9),
        status: row.get(10),
        expired: row.get(11),
        expires_at: row.get::<_, Option<OffsetDateTime>>(12).map(instant),
        targets: Targets { orgs: Vec::new(), public: row.get(13) },
        can_edit: row.get(14),
        created_at: instant(created),
        updated_at: instant(row.get(16)),
        key,
        created,
        target_count: row.get(17),
    }
}

async fn list(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Json<Page>, Failure> {
    let member = app.resolve(&headers).await?;
    let latest = datetime!(9999-12-31 23:59:59.999 UTC);
    let wanted = PAGE_ITEMS as i64 + 1;
    let mut items =
        app.posts(member, "feed", &[&member, &latest, &Uuid::max(), &wanted]).await?;
    let more = items.len() > PAGE_ITEMS;
    items.truncate(PAGE_ITEMS);
    let next_cursor = items.last().filter(|_| more).map(|last| {
        let place = format!("{} {}", last.created.unix_timestamp_nanos() / 1000, last.id);
        base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(place)
    });
    Ok(Json(Page { items, next_cursor }))
}

async fn read(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Post>, Failure> {
    let missing = (StatusCode::NOT_FOUND, "post_not_found");
    let member = app.resolve(&headers).await?;
    let id = uuid_of(&id).ok_or(missing)?;
    let found = app.posts(member, "post", &[&member, &id]).await?;
    found.into_iter().next().map(Json).ok_or(missing)
}

async fn me(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Json<Account>, Failure> {
    let member = app.resolve(&headers).await?;
    let rows = app.database.query("me", &[&member]).await?;
    let row = rows.first().ok_or((StatusCode::UNAUTHORIZED, "invalid_token"))?;
    let onboarded: bool = row.get(7);
    let profile = onboarded.then(|| Profile {
        handle: row.get(8),
        headline: row.get(9),
        bio: row.get(10),
        roles: row.get(11),
        skills: row.get(12),
        looking_for: row.get(13),
        affiliation: row.get(14),
        program: row.get(15),
        location: row.get(16),
        links: row.get(17),
        visibility: row.get(18),
        created_at: instant(row.get(19)),
        updated_at: instant(row.get(20)),
    });
    Ok(Json(Account {
        id: id_of("usr", row.get(0)),
        email: row.get(1),
        name: row.get(2),
        image: row.get(3),
        handle: row.get(4),
        membership_status: row.get(5),
        role: row.get(6),
        profile,
    }))
}

async fn create(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Json(input): Json<Input>,
) -> Result<Json<Post>, Failure> {
    let member = app.resolve(&headers).await?;
    let title = input.title.chars().count();
    if !(3..=140).contains(&title) || input.body.chars().count() > 4000 || input.tags.len() > 10 {
        return Err((StatusCode::UNPROCESSABLE_ENTITY, "validation_failed"));
    }
    let id = Uuid::now_v7();
    let (never, nowhere): (Option<OffsetDateTime>, Vec<Uuid>) = (None, Vec::new());
    let made = app
        .posts(
            member,
            "create",
            &[&member, &id, &input.kind, &input.title, &input.body, &input.tags, &never,
                &input.publish_to.public, &nowhere],
        )
        .await?;
    made.into_iter().next().map(Json).ok_or((StatusCode::INTERNAL_SERVER_ERROR, "internal_error"))
}

async fn open_shared(url: &str, count: usize, sql: &HashMap<String, String>) -> Vec<Shared> {
    let mut connections = Vec::new();
    for _ in 0..count {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("a connection");
        tokio::spawn(connection);
        let mut statements = HashMap::new();
        for name in ENDPOINT_STATEMENTS {
            statements.insert(name, client.prepare(&sql[name]).await.expect(name));
        }
        connections.push(Shared { client, statements });
    }
    connections
}

#[tokio::main]
async fn main() {
    let setting = |name: &str| std::env::var(name).expect(name);
    let url = setting("PEER_DATABASE_URL");
    let text = std::fs::read_to_string(setting("PEER_SQL")).expect("PEER_SQL");
    let sql: HashMap<String, String> = serde_json::from_str(&text).expect("PEER_SQL");
    let shared = std::env::var("PEER_SHARED").ok().and_then(|count| count.parse().ok());
    let database = match shared {
        Some(count) => Database::Shared(open_shared(&url, count, &sql).await, AtomicUsize::new(0)),
        None => {
            let config = url.parse().expect("PEER_DATABASE_URL");
            let recycling_method = RecyclingMethod::Fast;
            let manager = Manager::from_config(config, NoTls, ManagerConfig { recycling_method });
            Database::Pool(Pool::builder(manager).max_size(8).build().expect("a pool"), sql)
        }
    };
    let app = Arc::new(App { database, known: Mutex::default() });
    let routes = Router::new()
        .route("/v1/posts", get(list).post(create))
        .route("/v1/posts/{id}", get(read))
        .route("/v1/me", get(me))
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .with_state(app);
    let address = format!("127.0.0.1:{}", setting("PEER_PORT"));
    let listener = tokio::net::TcpListener::bind(address).await.expect("a port");
    axum::serve(listener, routes).await.expect("a server");
}
