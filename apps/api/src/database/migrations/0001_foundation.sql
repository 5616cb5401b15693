-- Clients, sign-in, orders, money and messages.
-- Keys are UUIDv7 made by the application. Every client-owned row has client_id in its key, and what must be unique in
-- the whole world has a narrow table of its own, so that the tables can be spread over many machines by client.

create table client (
  id uuid primary key,
  created_at timestamptz not null,
  phone text,
  email text,
  nickname text,
  country text,
  tags text[] not null default '{}',
  experiments jsonb not null default '{}',
  preferences jsonb not null default '{}',
  balance_cents bigint not null default 0
);
create table client_phone (phone text primary key, client_id uuid not null);
create table client_email (email text primary key, client_id uuid not null);

create table session (
  client_id uuid not null,
  id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  time_zone text,
  primary key (client_id, id)
);

-- A code that was sent. The code itself is derived from the id with the server's secret, so nothing secret rests here.
create table sign_in_challenge (
  id uuid primary key,
  factor text not null,
  value text not null,
  client_id uuid not null,
  attempts integer not null default 0,
  sends integer not null default 0,
  created_at timestamptz not null,
  last_sent_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index sign_in_challenge_of on sign_in_challenge (factor, value, created_at desc);

create table rate_bucket (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
);

create table idempotency (
  client_id uuid not null,
  key text not null,
  fingerprint text not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null,
  primary key (client_id, key)
);

-- Operations' data.
create table price_table (
  name text primary key,
  prices jsonb not null,
  service_prices jsonb not null,
  version integer not null,
  updated_at timestamptz not null
);

create table client_order (
  client_id uuid not null,
  id uuid not null,
  number text not null,
  payment_token text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  -- field name -> version of its last change
  field_versions jsonb not null,
  price_name text,
  title text,
  subject text,
  details text,
  size_count integer,
  size_measure text,
  deadline timestamptz,
  plagiarism_check boolean not null default false,
  quote_cents bigint not null default 0,
  discount_cents bigint not null default 0,
  service_cents bigint not null default 0,
  price_cents bigint not null default 0,
  quoted_at timestamptz,
  -- service key -> {price_cents, added, paid, refunded}
  services jsonb not null default '{}',
  paid_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  system_status text,
  client_status text,
  mark integer not null default 0,
  tags text[] not null default '{}',
  additional text[] not null default '{}',
  profile_arch integer not null default 0,
  declined boolean not null default false,
  is_promo boolean not null default false,
  is_complex boolean not null default false,
  tips_paid boolean not null default false,
  tips_cents bigint not null default 0,
  sent_at timestamptz,
  client_accept_at timestamptz,
  revision_accept_at timestamptz,
  revision_deadline timestamptz,
  refund_accept_at timestamptz,
  payment_link_sent_at timestamptz,
  primary key (client_id, id)
);
create index client_order_newest on client_order (client_id, created_at desc, id desc);
create table order_number (number text primary key, client_id uuid not null, order_id uuid not null);
create table order_payment_token (token text primary key, client_id uuid not null, order_id uuid not null);

create table order_event (
  client_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  author text not null,
  event text not null,
  data jsonb not null default '{}',
  primary key (client_id, order_id, id)
);

-- One way of paying one amount; the card session is made from it, so it stands before the provider is asked.
create table payment_attempt (
  client_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  kind text not null,
  cents bigint not null,
  currency text not null,
  status text not null,
  session_id text,
  payment_intent_id text,
  success_path text not null,
  cancel_path text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  checked_at timestamptz,
  primary key (client_id, id)
);
create unique index payment_attempt_one_open on payment_attempt (client_id, order_id, kind) where status = 'open';
create index payment_attempt_open on payment_attempt (created_at) where status = 'open';
-- Leads from the provider's reference back to the attempt.
create table payment_attempt_locator (attempt_id uuid primary key, client_id uuid not null);

create table card_customer (client_id uuid primary key, customer_id text not null);

-- Double entry, append only: the lines of one entry sum to zero.
create table ledger_entry (
  client_id uuid not null,
  id uuid not null,
  kind text not null,
  ref text not null,
  order_id uuid,
  at timestamptz not null,
  data jsonb not null default '{}',
  primary key (client_id, id)
);
create index ledger_entry_of_order on ledger_entry (client_id, order_id);
create table ledger_line (
  client_id uuid not null,
  entry_id uuid not null,
  line integer not null,
  account text not null,
  cents bigint not null,
  primary key (client_id, entry_id, line)
);
-- What caused an entry (a payment, a refund) takes effect once.
create table ledger_ref (ref text primary key, client_id uuid not null, entry_id uuid not null);

create table refund (
  client_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  payment_intent_id text not null,
  cents bigint not null,
  reason text not null,
  status text not null,
  provider_id text,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_at timestamptz not null,
  primary key (client_id, id)
);
create index refund_due on refund (next_at) where status = 'created';

create table card_event (
  id text primary key,
  type text not null,
  object_id text not null,
  status text not null,
  attempts integer not null default 0,
  last_error text,
  next_at timestamptz not null,
  received_at timestamptz not null
);
create index card_event_due on card_event (next_at) where status = 'new';

create table lease (name text primary key, owner uuid not null, until timestamptz not null);

create table outbox (
  id uuid primary key,
  shard integer not null,
  channel text not null,
  to_address text not null,
  template text not null,
  variables jsonb not null,
  dedupe_key text unique,
  status text not null,
  attempts integer not null default 0,
  next_at timestamptz not null,
  locked_until timestamptz,
  expires_at timestamptz,
  provider_id text,
  error_code text,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index outbox_due on outbox (next_at) where status in ('queued', 'sending');
