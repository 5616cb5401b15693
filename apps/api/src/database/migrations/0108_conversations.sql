-- TALK-01: a conversation is about an order and has its id, or about none and has the id of its client. Ids of messages
-- sort by the instant from which both sides see them.
create table conversation (
  client_id uuid not null,
  id uuid not null,
  last_at timestamptz not null,
  -- WAIT-01: the first message since the last answer; null while nothing waits.
  waits_since timestamptz,
  client_read_id uuid,
  staff_read_id uuid,
  primary key (client_id, id)
);
create index conversation_waiting on conversation (waits_since, id) where waits_since is not null;
create index conversation_latest on conversation (last_at, id);

create table message (
  client_id uuid not null,
  conversation_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  author text not null,
  name text,
  operator text,
  body text not null,
  -- The wait that an answer ended: taking the answer back restores it.
  ended_wait timestamptz,
  primary key (client_id, conversation_id, id)
);
-- The live updates follow the messages of connected clients.
create index message_of_client on message (client_id, id);
