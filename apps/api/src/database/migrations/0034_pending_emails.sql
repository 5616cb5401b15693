-- SAFE-02: a new e-mail is pending until the link mailed to it was opened, and can be undone from where the account was
-- reached before. Addresses stored before this stay as they are.

-- Each wish for another address; the newest without an end is the one that waits.
create table email_change (
  client_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  -- the address that held when it was asked for; none: null
  from_email text,
  to_email text not null,
  confirmed_at timestamptz,
  -- replaced by a newer wish, taken back or undone
  ended_at timestamptz,
  undone_at timestamptz,
  primary key (client_id, id)
);

-- What a link in a message does to an account without signing anybody in; the key itself is derived from an id, as those
-- that sign in are.
create table account_link (
  hash text primary key,
  client_id uuid not null,
  does text not null,
  email_change_id uuid,
  expires_at timestamptz not null
);
create index account_link_of on account_link (client_id);
create index account_link_expiring on account_link (expires_at);
