-- TALK-05: staff read what came with one phone, answered or not.
create index contact_request_of_phone on contact_request (phone);
