-- TALK-01: a file belongs to an order or to a message.
alter table upload add column message_id uuid;
create index upload_of_message on upload (client_id, message_id) where message_id is not null;
