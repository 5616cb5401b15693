-- What our people were told of a number or of an order's coupon is found by it, to be emptied when its account is erased.
create index outbox_about_phone on outbox ((variables ->> 'phone')) where template in ('text-received', 'message-late');
create index outbox_about_coupon on outbox ((variables ->> 'number')) where template = 'coupon-error';
create index text_received_of_nobody on text_received (phone) where client_id is null;

-- These keys held numbers; they name the message now.
update outbox set dedupe_key = null where template = 'message-late';

-- The books are compared by when they were written.
create index ledger_entry_at on ledger_entry (at);
