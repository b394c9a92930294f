-- A mail of a few kilobytes is written once, read once at most and emptied. Compressing it and storing it in pieces beside the row costs
-- more than the room that it takes for a moment.
alter table porchlight.message_queue set (toast_tuple_target = 8160);
