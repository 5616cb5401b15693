-- WAIT-01: an order whose payment is disputed at the bank waits for our answer, so the index of what waits has it too.
drop index client_order_waiting;
create index client_order_waiting on client_order (client_id, id) where
  client_status in ('In progress', 'Nerd found', 'Quality check', 'Final touches', 'Revision requested', 'On revision')
    and (system_status is null or system_status <> 'Refund Accepted')
  or system_status in ('Refund Requested', 'Revision Accepted')
  or mark between 1 and 3 and review_settled_at is null
  or tags @> array['payment_disputed'] and not tags @> array['dispute_answered'];
