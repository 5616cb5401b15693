-- WAIT-03: what our people were mailed of an order: `what` is the key of an event, or of a wait that became late. Each once.
create table staff_told (
  client_id uuid not null,
  order_id uuid not null,
  what text not null,
  at timestamptz not null,
  primary key (client_id, order_id, what)
);
-- The events that staff are told of, by their time.
create index order_event_for_staff on order_event (at) where event in ('paid', 'request_revision', 'request_refund');
