import { askOne, askSome, askWords, askYesNo, type FormTemplate, ownSource, whenAny, whenNot } from './template.ts'

const isWaiting = whenNot('waiting', '0')
const isNeeded = whenAny('needed', 'yes', 'unsure')

/**
 * Neither a missing reply nor an answer removes a patient from the list: a named person decides. The values 0 and 1 of the first question
 * are fixed by the specification.
 */
export const waitingListCheck: FormTemplate = {
  id: 'waiting-list-check',
  title: 'Waiting list check',
  description:
    'We ask everyone who has waited a while. Your answers alone do not take you off the list: a member of our staff decides, and tells you first. If you do not reply, you stay on the list.',
  type: 'waiting_list',
  about: 'For people who have waited 12, 26 or 52 weeks: do they still need the appointment, has anything changed, what would they accept.',
  definition: {
    questions: [
      {
        id: 'waiting',
        type: 'single_select',
        title: 'Are you still waiting for an appointment with us?',
        required: true,
        options: [
          { value: '2', label: 'Yes, I am waiting' },
          { value: '0', label: 'No, I am not on a waiting list' },
          { value: '1', label: 'I am not sure if I am on a waiting list' },
        ],
        protocol: {
          why: 'The patient may have been seen already, or may not know about the referral.',
          risk: 'If the answer is ‘not sure’, check the waiting list first.',
        },
      },
      {
        id: 'needed',
        type: 'single_select',
        title: 'Do you still need the appointment?',
        hint: '‘No’ does not cancel it: we confirm it with you first, and you have 2 weeks to change your mind.',
        required: true,
        showIf: isWaiting,
        options: [
          { value: 'yes', label: 'Yes, I still need it' },
          { value: 'no', label: 'No, I no longer need it' },
          { value: 'unsure', label: 'I am not sure' },
        ],
      },
      askOne(
        'reason',
        'What is the main reason?',
        ['I had care elsewhere', 'My symptoms have gone', 'I do not wish to have treatment', 'I would rather not say'],
        {
          showIf: whenAny('needed', 'no'),
          protocol: {
            why: 'A reason is needed before a clinician agrees to a removal.',
            risk: 'Do not remove a patient on this answer alone.',
          },
        },
      ),
      askOne('changed', 'Have your symptoms changed since you were referred?', ['No change', 'Better', 'A little worse', 'Much worse'], {
        hint: 'If you feel very unwell now, call 111 or, in an emergency, 999. Do not wait for us to read this.',
        showIf: isNeeded,
        protocol: {
          why: 'Patients who get worse while waiting may need to be seen sooner.',
          risk: '‘Much worse’ makes the form request urgent. A clinician then reviews the priority.',
        },
      }),
      askSome(
        'offers',
        'Which of these would you accept to be seen sooner?',
        ['An appointment at short notice', 'Another consultant', 'Travelling to another hospital'],
        'None of these',
        { showIf: isNeeded },
      ),
      askYesNo('contact', 'Are the phone number, email address and home address we have for you right?', {
        hint: 'Yes: letters and messages from us reach you. No: something has changed, or you do not know.',
      }),
      askWords('contact_change', 'What has changed?', { identifying: true, showIf: whenAny('contact', 'no') }),
      askSome(
        'help',
        'Do you need any help to come to an appointment?',
        ['An interpreter', 'Help with transport', 'Step-free access', 'Help to hear or see', 'Someone to come with me'],
        'No, thank you',
      ),
      askWords('message', 'Is there anything else you want to tell us?', {
        hint: 'Do not use this to ask for urgent help: call 111 instead.',
      }),
    ],
    redFlags: [{ id: 'much-worse', name: 'Symptoms much worse while waiting', answers: whenAny('changed', 'much_worse') }],
    source: ownSource,
  },
}
