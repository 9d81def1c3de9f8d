-- Why a message was not sent or did not arrive, so that lists can group and filter by it. The words for staff are in reason.
alter table notifications
  add column reason_code text
    check (reason_code in ('no_contact_detail', 'wrong_contact_detail', 'unknown_patient', 'temporary_failure', 'technical_failure',
                           'method_not_set_up', 'message_not_valid', 'deceased', 'opted_out', 'not_to_be_contacted', 'archived', 'not_open',
                           'expired', 'replaced', 'undone', 'cancelled_by_user'));
