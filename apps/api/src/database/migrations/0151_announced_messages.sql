-- TALK-04: when the next announcement of unread messages is due, and the newest message that one announced.
alter table conversation
  add column announce_at timestamptz,
  add column announced_id uuid;
create index conversation_to_announce on conversation (announce_at) where announce_at is not null;
