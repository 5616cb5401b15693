-- MSG-01: whether the session of the number's own client left the message. Without it, number and address are only typed.
alter table contact_request add column signed_in boolean not null default false;

-- What strangers left with a number is found by the number too, to be emptied when its account is erased.
create index outbox_contact_of_phone on outbox ((variables ->> 'phone')) where template = 'contact-request';
