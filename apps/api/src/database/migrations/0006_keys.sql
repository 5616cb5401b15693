-- Links that sign in, and the two codes of a referral.

-- The key in a link that was sent: of a mail (one use) or of a text. Kept is its hash with the server's secret; the key
-- itself is derived from the id, so that nothing secret rests here or in the outbox.
create table sign_in_key (
  hash text primary key,
  id uuid not null,
  kind text not null,
  client_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_key_expiring on sign_in_key (expires_at);

-- referral_code, the private one, encrypted with the server's secret; share_code is public.
create table client_referral (
  client_id uuid primary key,
  sealed_code text not null,
  hash text not null,
  share_code text not null,
  made_at timestamptz not null
);
-- Lead from either code back to the client.
create table referral_code_hash (hash text primary key, client_id uuid not null);
create table client_share_code (code text primary key, client_id uuid not null);

-- The number without its last four digits: codes are counted by it.
alter table sign_in_challenge add column prefix text;
create index sign_in_challenge_of_prefix on sign_in_challenge (prefix, created_at desc) where prefix is not null;
