-- SAFE-14: what the browser that asked for a code was given besides, so that the wrong codes of others do not end its
-- code. One that signed in shows later that its number has signed in from that browser before.
create table sign_in_nonce (
  -- of the nonce, with the server's secret
  hash text primary key,
  client_id uuid not null,
  -- the code that was asked for
  challenge_id uuid not null,
  -- asked for from a browser that had signed in before
  is_known boolean not null default false,
  attempts integer not null default 0,
  created_at timestamptz not null,
  proved_at timestamptz
);
create index sign_in_nonce_of on sign_in_nonce (client_id);
create index sign_in_nonce_made on sign_in_nonce (created_at);
