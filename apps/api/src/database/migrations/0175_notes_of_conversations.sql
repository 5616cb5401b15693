-- TALK-09: what staff note about a conversation for one another. A table of its own: no read of a client can meet it.
create table conversation_note (
  client_id uuid not null,
  conversation_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  operator text not null,
  body text not null,
  primary key (client_id, conversation_id, id)
);
