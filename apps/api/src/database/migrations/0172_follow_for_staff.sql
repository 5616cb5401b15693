-- The stream of the staff asks for what happened to all clients, by key (DESK-01).
create index order_event_by_id on order_event (id);
create index message_by_id on message (id);
create index contact_request_by_id on contact_request (id);
