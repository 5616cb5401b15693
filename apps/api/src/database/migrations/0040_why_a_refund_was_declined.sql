-- What its client reads of why their last refund request was declined (CAB-11, TALK-06). An older process leaves it empty,
-- and the card then says no reason.
alter table client_order add column refund_decline_reason text;
