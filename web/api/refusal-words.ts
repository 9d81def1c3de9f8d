import type { Contract } from '#contract/index.ts'

/** The words of one action, by HTTP status. */
export type RefusalWords = { readonly [status: number]: string }

type Actions<G> = { [N in keyof G]: G[N] extends { action: infer A extends string } ? A : never }[keyof G]
export type Action = { [G in keyof Contract]: Actions<Contract[G]> }[keyof Contract]

/** What every action says alike when the permission is missing or something broke; `more` holds what is its own. */
const refused = (doing: string, more: RefusalWords = {}): RefusalWords => ({
  400: `We could not ${doing}, because some of what was entered is not valid.`,
  401: `You do not have the necessary permissions to ${doing}.`,
  403: 'You must be a member of the organisation.',
  500: `We could not ${doing}. Something went wrong, please try again.`,
  ...more,
})

const missing = (thing: string) => ({ 404: `The ${thing} could not be found.` })
const takenControl = { 404: "The form request either doesn't exist or someone else has taken control." }
const inUse = (thing: string, doing: string) => ({
  404: `The ${thing} could not be found.`,
  409: `The ${thing} is in use, so we could not ${doing} it.`,
})

/** The error catalogue: resource group, action and status (specification section 8). */
const catalogue = {
  'organisation:create': refused('create the organisation', { 409: 'An organisation already exists with that ODS Code.' }),
  'organisation:update': refused('update the organisation', {
    ...missing('organisation'),
    409: 'An organisation already exists with that ODS Code.',
  }),
  'organisation:read': refused('read the organisation', missing('organisation')),
  'organisation:readLogo': refused('read the logo', missing('logo')),
  'organisation:updateLogo': refused('save the logo', { ...missing('organisation'), 413: 'The logo must be 512 kB or smaller.' }),
  'organisation:removeLogo': refused('remove the logo', missing('organisation')),
  'organisation:list': refused('list the organisations'),

  'user:list': refused('list the users', { 403: 'You must be a member of the organisation to list its users.' }),
  'user:read': refused('read the user', missing('user')),
  'user:create': refused('create the user', { 409: 'A user with that email address already exists.' }),
  'user:update': refused('update the user', { ...missing('user'), 409: 'A user with that email address already exists.' }),
  'user:updateOwn': refused('save your details'),
  'user:changePassword': refused('change your password'),
  'user:invite': refused('send the invitation', missing('user')),
  'user:resetPassword': refused('reset the password', missing('user')),
  'user:delete': refused('delete the user', missing('user')),
  'user:listRoles': refused('list the roles'),
  'user:audit': refused('read the audit log', missing('user')),
  'log:list': refused('list the audit log', missing('organisation')),
  'log:export': refused('export the audit log', missing('organisation')),
  'patient:audit': refused('read the access log', missing('patient')),
  'user:login': refused('sign you in'),

  'draft:list': refused('look for what you had typed'),
  'draft:keep': refused('keep what you had typed'),
  'draft:discard': refused('let go of what you had typed'),

  'outcome:list': refused('list the outcomes'),
  'outcome:create': refused('add the outcome'),
  'outcome:update': refused('change the outcome', missing('outcome')),
  'outcome:reorder': refused('change the order of the outcomes'),

  'integrationClient:list': refused('list the integration clients'),
  'integrationClient:create': refused('create the integration client'),
  'integrationClient:update': refused('change the integration client', missing('integration client')),
  'integrationClient:rotate': refused('make a new secret or key', missing('integration client')),

  'webhook:list': refused('list the webhook endpoints'),
  'webhook:create': refused('create the webhook endpoint'),
  'webhook:update': refused('change the webhook endpoint', missing('webhook endpoint')),
  'webhook:delete': refused('delete the webhook endpoint', missing('webhook endpoint')),
  'webhook:rotate': refused('make a new secret', missing('webhook endpoint')),
  'webhook:test': refused('send a test event', missing('webhook endpoint')),
  'webhook:listDeliveries': refused('list the deliveries', missing('webhook endpoint')),
  'webhook:replay': refused('send the event again', missing('event')),
  'event:list': refused('read the events'),

  'ward:list': refused('list the wards'),
  'ward:create': refused('create the ward', { 409: 'A ward already exists with that name.' }),
  'ward:update': refused('update the ward', { ...missing('ward'), 409: 'A ward already exists with that name.' }),
  'ward:assign': refused('assign the ward', missing('user or ward')),
  'ward:unassign': refused('unassign the ward', missing('user or ward')),

  'patient:create': refused('create the patient', { 409: 'A patient with that NHS number already exists.' }),
  'patient:update': refused('update the patient', { ...missing('patient'), 409: 'A patient with that NHS number already exists.' }),
  'patient:save': refused('save the patient'),
  'patient:archive': refused('archive the patient', missing('patient')),
  'patient:list': refused('list the patients'),
  'patient:listScores': refused('read the scores', missing('patient')),
  'patient:read': refused('read the patient', missing('patient')),

  'formRequest:list': refused('list the form requests'),
  'formRequest:read': refused('read the form request', missing('form request')),
  'formRequest:create': refused('create the form request', missing('patient or form')),
  'formRequest:preview': refused('check the form request', missing('patient or form')),
  'formRequest:assign': refused('assign the form request', takenControl),
  'formRequest:unassign': refused('unassign the form request', takenControl),
  'formRequest:close': refused('close the form request', takenControl),
  'formRequest:setOutcome': refused('record the outcome', takenControl),
  'formRequest:setWaitingSince': refused('correct the start of the wait', takenControl),
  'formRequest:addNote': refused('add the note', missing('form request')),
  'formRequest:reopen': refused('reopen the form request', takenControl),
  'formRequest:send': refused('send the form request', takenControl),
  'formRequest:remind': refused('send a reminder', takenControl),
  'formRequest:cancelMessage': refused('cancel the message', takenControl),
  'formRequest:letter': refused('queue the letter', takenControl),
  'series:list': refused('list the series'),
  'series:create': refused('create the series'),
  'series:get': refused('read the series', missing('series')),
  'series:update': refused('change the series', missing('series')),
  'series:setState': refused('pause, resume or end the series', missing('series')),
  'series:listEnrolments': refused('list the patients of the series', missing('series')),
  'series:enrol': refused('enrol the patients', missing('series')),
  'series:enrolFile': refused('read the file', { ...missing('series'), 413: 'The file must be 2 MB or smaller.' }),
  'series:downloadTemplate': refused('download the template', missing('series')),
  'series:setEnrolments': refused('change the series of the patients', missing('series')),
  'series:correctDate': refused('correct the date', missing('enrolment')),
  'series:listOccasions': refused('list the forms of the series', missing('series')),
  'series:send': refused('send the forms of the series', missing('series')),
  'series:skip': refused('skip the forms of the series', missing('series')),
  'series:move': refused('move the forms of the series', missing('series')),
  'patient:listSeries': refused('list the series of the patient', missing('patient')),
  'letter:list': refused('list the letters'),
  'letter:queue': refused('queue the letters'),
  'letter:listBatches': refused('list the batches of letters'),
  'letter:getBatch': refused('read the batch of letters', missing('batch')),
  'letter:makeBatch': refused('make the batch of letters'),
  'letter:markPrinted': refused('mark the batch as printed', missing('batch')),
  'letter:putBack': refused('put the letters back', missing('batch')),
  'letter:printAgain': refused('print the letters again', missing('batch')),
  'letter:download': refused('download the letters', missing('file')),
  'formRequest:link': refused('read the patient’s link', missing('form request')),
  'formRequest:unlock': refused('unlock the form request', missing('form request')),
  'formRequest:readAnswering': refused('open the form to answer for the patient', missing('form request')),
  'formRequest:startAnswering': refused('start answering for the patient', missing('form request')),
  'formRequest:saveAnswer': refused('save the answer', missing('form request')),
  'formRequest:sendAnswers': refused('send the answers', missing('form request')),
  'formRequest:patch': refused('change the form requests', takenControl),
  'formRequest:bulk': refused('change all the form requests that match', missing('bulk change')),
  'savedView:list': refused('read your saved views'),
  'savedView:create': refused('save the view'),
  'savedView:update': refused('change the view', missing('view')),
  'savedView:delete': refused('delete the view', missing('view')),
  'formRequest:upload': refused('upload the file', {
    400: 'Invalid import file. It must be an Excel xlsx spreadsheet, and its tab names and columns must match the template.',
  }),
  'formRequest:import': refused('import the form requests', missing('import')),
  'formRequest:revert': refused('undo the import', missing('import')),
  'formRequest:export': refused('export the form requests', missing('export')),
  'formRequest:download': refused('download the file', missing('file')),

  'form:create': refused('create the form'),
  'form:update': refused('update the form', { ...missing('form'), 409: 'Someone else has changed the form since you opened it.' }),
  'form:delete': refused('delete the form', inUse('form', 'delete')),
  'form:import': refused('import the questionnaire', { 413: 'The file is larger than 10 MB. Choose a smaller file.' }),
  'form:export': refused('export the form', missing('form or version')),
  'form:get': refused('read the form', missing('form')),
  'form:download': refused('download the form', missing('form')),
  'form:list': refused('list the forms'),
  'form:listResponses': refused('list the responses', missing('form')),
  'form:readAnalytics': refused('read the analytics', missing('form')),
  'form:listVersions': refused('list the versions', missing('form')),
  'form:listQuestions': refused('list the questions', missing('form')),

  'waitingList:list': refused('read the waiting list'),
  'waitingList:export': refused('export the patients to take off the list'),
  'waitingList:decide': refused('save the decision'),

  'notificationTemplate:create': refused('create the notification template'),
  'notificationTemplate:update': refused('update the notification template', missing('notification template')),
  'notificationTemplate:delete': refused('delete the notification template', missing('notification template')),
  'notificationTemplate:get': refused('read the notification template', missing('notification template')),
  'notificationTemplate:messages': refused('list the messages', missing('version')),
  'notificationTemplate:sendTest': refused('send the test message of the template'),
  'notificationTemplate:list': refused('list the notification templates'),
  'outbox:list': refused('read the outbox'),
  'message:list': refused('read messages'),

  'pepConfig:get': refused('read the PEP config', { 404: 'disabled', 500: 'Unable to load the PEP config section' }),
  'pepConfig:update': refused('update the PEP config', missing('organisation')),
  'pepConfig:test': refused('test the connection to the PEP', { 404: 'PEP is not set up.' }),
  'pepCode:check': refused('check the code', { 404: 'PEP is not set up.' }),
  'pepCode:search': refused('look up departments and clinics', { 404: 'PEP is not set up.' }),
  'pepSubscriber:ask': refused('ask the PEP about the patient', missing('patient')),

  'nhsApp:get': refused('read the NHS App settings', missing('organisation')),
  'nhsApp:update': refused('save the NHS App settings', missing('organisation')),
  'nhsApp:replay': refused('send the patients again', missing('organisation')),

  'messageProviders:list': refused('list the message providers', missing('organisation')),
  'messageProviders:update': refused('save the account', missing('organisation')),
  'messageProviders:remove': refused('remove the account', missing('account')),
  'messageProviders:createCallbackToken': refused('create the token', missing('account')),
  'messageProviders:sendTest': refused('send the test message', missing('organisation')),

  'report:create': refused('create the report', missing('report')),
  'report:list': refused('list the reports'),
  'report:download': refused('download the report', missing('report')),
  'reportSchedule:create': refused('schedule the report'),
  'reportSchedule:list': refused('list the monthly reports'),
  'reportSchedule:update': refused('change the monthly report', missing('monthly report')),

  'dashboard:read': refused('read the dashboard'),

  'session:list': refused('list where you are signed in', { 404: 'Where you are signed in is not looked after here.' }),
  'session:end': refused('sign you out there', { 404: 'That session has ended already.' }),

  'secondFactor:read': refused('read how you sign in', { 404: 'How you sign in is not looked after here.' }),
  'secondFactor:prove': refused('confirm that it is you'),
  'secondFactor:add': refused('add it'),
  'secondFactor:remove': refused('remove it', { 404: 'It was removed already.' }),
  'secondFactor:rename': refused('rename the passkey', { 404: 'The passkey was removed already.' }),
  'secondFactor:makeCodes': refused('make new recovery codes'),
  'secondFactor:reset': refused('reset the second factor', missing('user')),
  'secondFactor:require': refused('change what signing in asks for'),
} as const satisfies Record<`${string}:${string}`, RefusalWords>

/** An action of the contract without words does not compile here. */
export const refusalWords: Record<Action, RefusalWords> = catalogue
