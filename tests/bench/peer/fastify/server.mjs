// The same four endpoints, written idiomatically with Fastify and pg. The statements are
// those that Kith runs (the file PEER_SQL), and the answers have the same shape.
import cluster from 'node:cluster';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import pg from 'pg';

const WORKERS = Number(process.env.PEER_WORKERS ?? 2);
const PORT = Number(process.env.PEER_PORT);
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const string = { type: 'string' };
const nullable = { type: ['string', 'null'] };
const post = {
  type: 'object',
  properties: {
    id: string, authorUserId: string, authorHandle: nullable, authorName: string,
    authorImage: nullable, kind: string, title: string, body: string,
    tags: { type: 'array', items: string }, photo: nullable, status: string,
    expired: { type: 'boolean' }, expiresAt: nullable,
    targets: {
      type: 'object',
      properties: {
        orgs: {
          type: 'array',
          items: { type: 'object', properties: { slug: string, name: string, logo: nullable } },
        },
        public: { type: 'boolean' },
      },
    },
    canEdit: { type: 'boolean' }, createdAt: string, updatedAt: string,
  },
};
const page = {
  type: 'object',
  properties: { items: { type: 'array', items: post }, nextCursor: nullable },
};
const input = {
  type: 'object',
  required: ['kind', 'title', 'body'],
  additionalProperties: false,
  properties: {
    kind: string, title: { type: 'string', minLength: 3, maxLength: 140 },
    body: { type: 'string', maxLength: 4000 },
    tags: { type: 'array', maxItems: 10, items: string, default: [] },
    publishTo: {
      type: 'object', default: {},
      properties: { public: { type: 'boolean', default: false } },
    },
  },
};

function idOf(prefix, uuid) {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  let text = '', bits = 2, value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(value >> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return `${prefix}_${text}`;
}

function uuidOf(id) {
  const text = id.slice(id.indexOf('_') + 1);
  let value = 0n;
  for (const character of text) value = (value << 5n) | BigInt(ALPHABET.indexOf(character));
  return value.toString(16).padStart(32, '0');
}

function uuid7() {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = (bytes[6] & 0x0f) | 0x70;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex');
}

// Converts "author_user_id" to authorUserId, with or without the prefix of its object.
const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

function postOf(row, orgs) {
  return {
    id: idOf('post', row.id),
    authorUserId: idOf('usr', row.author_user_id),
    authorHandle: row.author_handle,
    authorName: row.author_name,
    authorImage: row.author_image,
    kind: row.kind,
    title: row.title,
    body: row.body,
    tags: row.tags,
    photo: row.photo,
    status: row.status,
    expired: row.expired,
    expiresAt: row.expires_at?.toISOString() ?? null,
    targets: { orgs: orgs ?? [], public: row.targets_public },
    canEdit: row.can_edit,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

// The cursor position of the first page.
const FIRST_PAGE = ['9999-12-31T23:59:59.999Z', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

function serve() {
  const sql = JSON.parse(readFileSync(process.env.PEER_SQL, 'utf8'));
  const pool = new pg.Pool({ connectionString: process.env.PEER_DATABASE_URL, max: 8 });
  const app = Fastify();
  const known = new Map();
  const query = (name, values) => pool.query({ name, text: sql[name], values });

  app.addHook('onRequest', async (request, reply) => {
    const token = request.headers.authorization?.slice(7) ?? '';
    const hash = createHash('sha256').update(token).digest('hex');
    let found = known.get(hash);
    if (!found || found.until < Date.now()) {
      const { rows } = await query('resolve', [hash, 32]);
      if (rows.length === 0) return reply.code(401).send({ code: 'invalid_token' });
      found = { member: rows[0].member, until: Date.now() + 1000 };
      known.set(hash, found);
    }
    request.member = found.member;
  });

  async function answer(rows, member) {
    const ids = rows.filter((row) => row.target_count > 0).map((row) => row.id);
    const orgs = new Map();
    if (ids.length > 0)
      for (const row of (await query('orgs', [member, ids])).rows)
        orgs.set(row.item, [...(orgs.get(row.item) ?? []),
          { slug: row.slug, name: row.name, logo: row.logo }]);
    return rows.map((row) => postOf(row, orgs.get(row.id)));
  }

  app.get('/v1/posts', { schema: { response: { 200: page } } }, async (request) => {
    const { rows } = await query('feed', [request.member, ...FIRST_PAGE, 26]);
    const items = await answer(rows.slice(0, 25), request.member);
    const last = rows.length > 25 ? rows[24] : null;
    const cursor = last && Buffer.from(`${last.created_at.getTime()} ${last.id}`);
    return { items, nextCursor: cursor?.toString('base64url') ?? null };
  });
  app.get('/v1/posts/:id', { schema: { response: { 200: post } } }, async (request, reply) => {
    const { rows } = await query('post', [request.member, uuidOf(request.params.id)]);
    if (rows.length === 0) return reply.code(404).send({ code: 'post_not_found' });
    return (await answer(rows, request.member))[0];
  });
  app.get('/v1/me', async (request) => {
    const { rows } = await query('me', [request.member]);
    const { id, email, name, image, handle, membership_status, role, profile, ...rest } =
      rows[0];
    const fields = Object.entries(rest).map(([key, value]) => [camel(key.slice(8)), value]);
    return {
      id: idOf('usr', id), email, name, image, handle, membershipStatus: membership_status,
      role,
      profile: profile ? Object.fromEntries(fields) : null,
    };
  });
  app.post('/v1/posts', { schema: { body: input, response: { 200: post } } }, async (request) => {
    const { kind, title, body, tags, publishTo } = request.body;
    const { rows } = await query('create', [request.member, uuid7(), kind, title, body, tags, null,
      publishTo.public, []]);
    return postOf(rows[0]);
  });
  app.listen({ port: PORT, host: '127.0.0.1' });
}

if (cluster.isPrimary && WORKERS > 1) {
  for (let worker = 0; worker < WORKERS; worker++) cluster.fork();
  process.on('SIGTERM', () => {
    for (const worker of Object.values(cluster.workers)) worker.process.kill('SIGTERM');
    process.exit(0);
  });
} else {
  process.on('SIGTERM', () => process.exit(0));
  serve();
}
