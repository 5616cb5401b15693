-- HOLD-06: orders whose refund was declined before they were in work, which nobody could pay or send to work any more.
update client_order
set system_status = case when paid_cents >= price_cents then null else 'Unpaid' end,
  client_status = case when paid_cents >= price_cents then 'In progress' end,
  version = version + 1
where system_status = 'Refund Declined' and client_status is null;
