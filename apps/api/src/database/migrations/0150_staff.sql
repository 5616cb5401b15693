-- OPS-15: staff with their roles, their sign-in links and sessions. Keys and tokens are stored as keyed hashes.
create table staff (
  id uuid primary key,
  name text not null,
  email text not null,
  role text not null,
  invited_at timestamptz not null,
  joined_at timestamptz,
  removed_at timestamptz
);
-- Addresses and names in lower case; each leads to one person, also to a removed one.
create table staff_email (
  email text primary key,
  staff_id uuid not null
);
create table staff_name (
  name text primary key,
  staff_id uuid not null
);

create table staff_link (
  hash text primary key,
  staff_id uuid not null,
  -- The browser that asked for the link; null for an invitation.
  nonce_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index staff_link_of on staff_link (staff_id);

create table staff_session (
  hash text primary key,
  staff_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index staff_session_of on staff_session (staff_id);
