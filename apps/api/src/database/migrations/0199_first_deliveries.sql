-- The first deliveries of a period, which owe the fees of Nerds (OPS-14).
create index order_event_deliveries on order_event (at) where event = 'send';
drop index client_order_fees;
