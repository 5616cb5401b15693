-- WAIT-03: staff are mailed a client's additions to a paid order and answers to a deadline offer. Earlier ones are in the
-- history alone.
drop index order_event_for_staff;
create index order_event_for_staff on order_event (at) where event in
  ('paid', 'details_added', 'files_added', 'services_paid', 'accept_deadline', 'decline_deadline', 'request_revision',
   'request_refund', 'client_feedback', 'dispute', 'dispute_won', 'dispute_lost');
insert into staff_told (client_id, order_id, what, at)
  select client_id, order_id, id::text, at from order_event
  where event in ('details_added', 'services_paid', 'accept_deadline', 'decline_deadline') and at > now() - interval '2 days'
  on conflict do nothing;
