-- Staff mails are forgotten by their time, and the late ones are looked up at each round.
create index staff_told_oldest on staff_told (at);
create index staff_told_late on staff_told (order_id, what) where what like 'late:%';
-- A second copy of the index upload_by_id.
drop index upload_of_key;
