-- WAIT-01: when what somebody wrote to us was answered; null while they wait. Until now support had a mail of each and worked
-- from that, so what is older counts as answered.
alter table contact_request add column answered_at timestamptz;
update contact_request set answered_at = at;
create index contact_request_unanswered on contact_request (phone, at) where answered_at is null;

-- A text that somebody sent us for our people to answer. A number may be nobody's, so its client is not in the key.
create table text_received (
  id uuid primary key,
  client_id uuid,
  at timestamptz not null,
  phone text not null,
  body text not null,
  answered_at timestamptz
);
create index text_received_unanswered on text_received (phone, at) where answered_at is null;
create index text_received_of_client on text_received (client_id);

-- WAIT-03: bad ratings and disputes are told with what else comes of their order. Those of before were mailed when they came.
drop index order_event_for_staff;
create index order_event_for_staff on order_event (at) where event in
  ('paid', 'request_revision', 'request_refund', 'client_feedback', 'dispute', 'dispute_won', 'dispute_lost');
insert into staff_told (client_id, order_id, what, at)
  select client_id, order_id, id::text, at from order_event
  where event in ('client_feedback', 'dispute', 'dispute_won', 'dispute_lost') and at > now() - interval '2 days'
  on conflict do nothing;
