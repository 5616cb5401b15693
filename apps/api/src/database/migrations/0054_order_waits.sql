-- WAIT-01: when what a bad rating calls for was done; null while it waits for quality review. Until now support had a mail of
-- each and worked from that, so what is older counts as done.
alter table client_order add column review_settled_at timestamptz;
update client_order set review_settled_at = updated_at where mark between 1 and 3;

-- The orders that wait for somebody, and no others: as many as are open, however many there have been (WAIT-02).
create index client_order_waiting on client_order (client_id, id) where
  client_status in ('In progress', 'Nerd found', 'Quality check', 'Final touches', 'Revision requested', 'On revision')
    and (system_status is null or system_status <> 'Refund Accepted')
  or system_status in ('Refund Requested', 'Revision Accepted')
  or mark between 1 and 3 and review_settled_at is null;
