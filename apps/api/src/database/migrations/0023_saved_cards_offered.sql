-- The provider's customer whose saved cards the page of an attempt offers: of the subscription that the payment link named
-- (AUTH-12, PAY-01). Frozen with the attempt, since a repeat of the call must say the same.
alter table payment_attempt add column saved_cards_of text;
