-- LAW-06: deletes the unfinished orders of accounts that an older build erased. The keys of the events are UUIDv7 like the
-- application's, which sort by time.
with deleted as (
  update client_order set
    system_status = 'Deleted', work_sheet_at = null, version = version + 1, updated_at = greatest(now(), updated_at)
  from client
  where client.id = client_order.client_id and client.erased_at is not null
    and client_status in ('In progress', 'Nerd found', 'Quality check', 'Final touches', 'Revision requested', 'On revision')
    and (system_status is null or system_status not in ('Refund Requested', 'Refund Accepted', 'Deleted'))
  returning client_order.client_id, client_order.id, client_order.updated_at as at, md5(client_order.id::text) as drawn
)
insert into order_event (client_id, order_id, id, author, at, event)
  select client_id, id,
    (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || left(drawn, 3) || '8' || right(drawn, 15))::uuid,
    'schedule', at, 'delete' from deleted;
