-- A message about a removal from the waiting list is about a form request that the patient has answered. If it fails, the patient could not be told
-- (docs/decisions/0047-waiting-list-queues.md); the form request itself has reached them.
drop trigger mark_unreached on notifications;
create trigger mark_unreached after insert or update of status on notifications
  for each row when (new.category <> 'removal_approved' and new.status in ('kept', 'accepted', 'sent', 'delivered', 'read', 'failed'))
  execute function mark_unreached();
