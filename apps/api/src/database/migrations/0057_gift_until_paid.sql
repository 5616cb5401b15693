-- REF-04: the friend's $20 stays theirs until an order is paid with it, whether it is the first one or not. Who is known again from
-- an account that was erased has none (HOLD-09).
update discount
set definition = '{"gift":{"kind":"amount","amountCents":2000},"onceAClient":true,"forNewPeople":true}', updated_at = now()
where code = 'referral';
