-- The balance pays for orders, refunds are asked for whole, in part and for services, and all of it is in the ledger.

-- What the balance pays of an attempt; it is held while the card page is open (PAY-13).
alter table payment_attempt add column balance_cents bigint not null default 0;
alter table client_order
  add column use_balance boolean not null default false,
  -- The sum of the account hold:<order>.
  add column held_cents bigint not null default 0;

-- Sums of an account: available_balance, client_paid, refunded, total_tips_amount.
create index ledger_line_of_account on ledger_line (client_id, account);

-- One wish to give money back may take several payments; its refunds share a group. What comes from the balance goes
-- back to it at once and has no row here.
alter table refund
  add column group_id uuid,
  add column services jsonb,
  add column author text;
create index refund_of_order on refund (client_id, order_id);
create index refund_of_provider on refund (provider_id) where provider_id is not null;

-- Orders that were given back before refunds had ledger entries.
insert into ledger_entry (client_id, id, kind, ref, order_id, at, data)
select client_id, gen_random_uuid(), 'refund', 'refund:before:' || id, id, coalesce(refund_accept_at, updated_at), '{}'
from client_order
where refunded_cents > 0;
insert into ledger_ref (ref, client_id, entry_id)
select ref, client_id, id from ledger_entry where ref like 'refund:before:%';
insert into ledger_line (client_id, entry_id, line, account, cents)
select o.client_id, e.id, l.line, case l.line when 0 then 'refunded:' || o.id else 'gateway' end,
  case l.line when 0 then -o.refunded_cents else o.refunded_cents end
from client_order o
join ledger_entry e on e.client_id = o.client_id and e.ref = 'refund:before:' || o.id
cross join (values (0), (1)) as l (line);
