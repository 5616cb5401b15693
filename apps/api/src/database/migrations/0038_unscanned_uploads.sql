-- Since when an upload waits for the scanner, and when our people were told of one that waits for long.
alter table upload add column unscanned_since timestamptz;
alter table upload add column unscanned_told_at timestamptz;
