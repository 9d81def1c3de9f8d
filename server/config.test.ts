import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { production } from '#test/production.ts'

import { readConfig } from './config.ts'

type Environment = Record<string, string>
const database = 'postgresql://formward@localhost/formward'
const complaintsAbout = (environment: Environment) => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return (error as Error).message.split('\n') // readConfig throws nothing else
  }
}
const namesIn = (lines: string[]) => lines.map((line) => line.split(':')[0])

const govukNotify = {
  GOVUK_NOTIFY_API_KEY: 'live-11111111-2222-4333-8444-555555555555-aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
  GOVUK_NOTIFY_SMS_TEMPLATE: '0d1e2f30-0000-4000-8000-000000000001',
}

const nhsApp = {
  NHS_LOGIN_ISSUER: 'https://auth.login.nhs.uk',
  NHS_LOGIN_KEYS_URL: 'https://auth.login.nhs.uk/.well-known/jwks.json',
  NHS_LOGIN_AUDIENCE: 'nhs-online',
  NHS_APP_FEED_ISSUER: 'https://tokens.example.nhs.uk',
  NHS_APP_FEED_KEYS_URL: 'https://tokens.example.nhs.uk/jwks',
  NHS_APP_FEED_AUDIENCE: 'formward-feed',
}
const recordService = {
  RECORD_SERVICE_URL: 'https://prod-base.patient-care-aggregator.com/records',
  RECORD_SERVICE_API_KEY: 'a key',
  RECORD_SERVICE_CLIENT_ID: 'pep-01',
}

describe('the settings for the NHS App', () => {
  test.each<[string, Environment, string[]]>([
    ['nothing of both', {}, []],
    ['all of both', { ...nhsApp, ...recordService }, []],
    ['a feed without the issuer of the caller', { ...nhsApp, NHS_APP_FEED_ISSUER: '' }, ['NHS_APP_FEED_ISSUER']],
    ['only an issuer', { NHS_LOGIN_ISSUER: 'https://x.example' }, Object.keys(nhsApp).filter((name) => name !== 'NHS_LOGIN_ISSUER')],
    ['one audience for both tokens', { ...nhsApp, NHS_APP_FEED_AUDIENCE: 'nhs-online' }, ['NHS_APP_FEED_AUDIENCE']],
    ['keys over plain http', { ...nhsApp, NHS_LOGIN_KEYS_URL: 'http://login.example/jwks' }, ['NHS_LOGIN_KEYS_URL']],
    ['a path that is no path', { ...nhsApp, NHS_APP_FEED_PATH: 'FHIR' }, ['NHS_APP_FEED_PATH']],
    ['no key of the Record Service', { ...recordService, RECORD_SERVICE_API_KEY: '' }, ['RECORD_SERVICE_API_KEY']],
    ['the Record Service over plain http', { ...recordService, RECORD_SERVICE_URL: 'http://records.example' }, ['RECORD_SERVICE_URL']],
    ['calls that are too large', { ...recordService, RECORD_SERVICE_BATCH: '5001' }, ['RECORD_SERVICE_BATCH']],
    ['a misspelt name', { RECORD_SERVICE_KEY: 'x', ...recordService }, ['RECORD_SERVICE_KEY']],
  ])('with %s: the variables that are wrong are named (PEP-3, RUN-4)', (_what, environment, names) => {
    expect(namesIn(complaintsAbout({ ...production, DATABASE_URL: database, ...environment })).toSorted()).toEqual(names.toSorted())
  })
})

describe('a production start', () => {
  test.each([
    ['a database of its own', { DATABASE_URL: database }],
    ['an https address', { PUBLIC_URL: 'https://forms.example.nhs.uk' }],
    ['both, and a demonstration', { PUBLIC_URL: 'https://forms.example.nhs.uk', DATABASE_URL: database, DEMO: 'true' }],
  ])('with %s is refused with one line for each of the variables that must be chosen (RUN-4)', (_what, environment) => {
    const lines = complaintsAbout(environment)

    expect(namesIn(lines)).toEqual(['APP_SECRET', 'TRUST_PROXY', 'NOTIFICATION_TRANSPORT'])
    expect(lines.every((line) => line.includes(': expects '))).toBe(true)
    expect(complaintsAbout({ ...environment, ...production })).toEqual([])
  })

  test('that sends by SMTP names the sender, and every error is listed at once (RUN-4)', () => {
    const lines = complaintsAbout({
      ...production,
      NOTIFICATION_TRANSPORT: 'smtp',
      DATABASE_URL: database,
      PORT: 'many',
      SMTP_URLS: 'smtp://x',
    })

    expect(namesIn(lines).toSorted()).toEqual(['MAIL_FROM', 'PORT', 'SMTP_URLS'])
  })

  test.each<[string, Environment, string[]]>([
    [
      'GOV.UK Notify alone',
      { NOTIFICATION_TRANSPORT: 'govuk-notify' },
      ['GOVUK_NOTIFY_API_KEY', 'GOVUK_NOTIFY_SMS_TEMPLATE', 'NOTIFICATION_TRANSPORT'],
    ],
    ['SMS without a way to invite colleagues', { NOTIFICATION_TRANSPORT: 'govuk-notify', ...govukNotify }, ['NOTIFICATION_TRANSPORT']],
    [
      'NHS Notify alone',
      { NOTIFICATION_TRANSPORT: 'nhs-notify' },
      ['NHS_APP_TEMPLATES', 'NHS_NOTIFY_API_KEY', 'NHS_NOTIFY_KEY_ID', 'NHS_NOTIFY_PRIVATE_KEY', 'NOTIFICATION_TRANSPORT'],
    ],
    [
      'a key that is no private key',
      {
        NOTIFICATION_TRANSPORT: 'smtp',
        MAIL_FROM: 'a@example.com',
        SMTP_URL: 'smtps://mail.example',
        NHS_NOTIFY_PRIVATE_KEY: 'ssh-rsa AAAA',
      },
      ['NHS_NOTIFY_PRIVATE_KEY'],
    ],
    ['two transports', { NOTIFICATION_TRANSPORT: 'govuk-notify,smtp', ...govukNotify }, ['MAIL_FROM', 'SMTP_URL']],
    ['the outbox beside another', { NOTIFICATION_TRANSPORT: 'outbox,smtp', MAIL_FROM: 'a@example.com' }, ['NOTIFICATION_TRANSPORT']],
    ['a transport that does not exist', { NOTIFICATION_TRANSPORT: 'pigeon' }, ['NOTIFICATION_TRANSPORT']],
    ['a key that is cut off', { ...govukNotify, GOVUK_NOTIFY_API_KEY: 'live-key' }, ['GOVUK_NOTIFY_API_KEY']],
    ['a key that would be sent unencrypted', { ...govukNotify, GOVUK_NOTIFY_URL: 'http://notify.example' }, ['GOVUK_NOTIFY_URL']],
  ])('with %s names what is missing or wrong (RUN-4, NOT-4)', (_what, environment, names) => {
    const lines = complaintsAbout({ ...production, DATABASE_URL: database, ...environment })
    expect(namesIn(lines).toSorted()).toEqual(names)
  })

  test('every host of the addresses of the database must be encrypted, and a direct address needs the other (OPS-4, RUN-4)', () => {
    const both = 'postgresql://web@one.example,two.example/formward'
    expect(complaintsAbout({ ...production, DATABASE_URL: `${both}?sslmode=verify-full`, DATABASE_DIRECT_URL: both })).toEqual([
      'DATABASE_DIRECT_URL: expects an encrypted connection (?sslmode=verify-full at its end), or ALLOW_INSECURE_DATABASE=true',
    ])
    expect(complaintsAbout({ ...production, DATABASE_URL: 'postgresql://web@localhost,two.example/formward' })).toHaveLength(1)
    expect(complaintsAbout({ ...production, DATABASE_DIRECT_URL: `${both}?sslmode=verify-full` })).toContain(
      'DATABASE_URL: expects the address of the application when DATABASE_DIRECT_URL is set',
    )
  })

  test('the address of a standby must be encrypted, needs the address of the primary, and can be a file (OPS-5, RUN-4)', () => {
    const standby = 'postgresql://web@three.example/formward'
    expect(complaintsAbout({ ...production, DATABASE_URL: database, DATABASE_READ_URL: standby })).toEqual([
      'DATABASE_READ_URL: expects an encrypted connection (?sslmode=verify-full at its end), or ALLOW_INSECURE_DATABASE=true',
    ])
    expect(complaintsAbout({ ...production, DATABASE_READ_URL: `${standby}?sslmode=verify-full` })).toContain(
      'DATABASE_URL: expects the address of the application when DATABASE_READ_URL is set',
    )
    expect(complaintsAbout({ ...production, DATABASE_URL: database, DATABASE_READ_URL_FILE: '/does/not/exist' })).toEqual([
      'DATABASE_READ_URL_FILE: expects the path of a file that can be read (ENOENT)',
    ])
  })

  test('a sandbox of NHS Notify on this machine needs no key, and a part of a key is no key (RUN-4, NOT-4)', () => {
    const sandbox = {
      NOTIFICATION_TRANSPORT: 'nhs-notify,smtp',
      SMTP_URL: 'smtp://localhost',
      NHS_APP_TEMPLATES: 'true',
      NHS_NOTIFY_URL: 'http://localhost:9000',
    }

    expect(complaintsAbout(sandbox)).toEqual([])
    expect(namesIn(complaintsAbout({ ...sandbox, NHS_NOTIFY_API_KEY: 'key' }))).toEqual(['NHS_NOTIFY_KEY_ID', 'NHS_NOTIFY_PRIVATE_KEY'])
    expect(namesIn(complaintsAbout({ ...sandbox, NHS_NOTIFY_URL: 'https://notify.example' }))).toHaveLength(3)
  })

  test('the fields of a routing plan are read, and a line that cannot be read is named (RUN-4, NOT-4)', () => {
    const read = readConfig({ NHS_NOTIFY_NHS_APP_FIELDS: 'first_name = ((firstName)); form_link = ((link)) 200' })

    expect(read.NHS_NOTIFY_NHS_APP_FIELDS).toEqual([
      { name: 'first_name', value: 'firstName', maxLength: 918 },
      { name: 'form_link', value: 'link', maxLength: 200 },
    ])
    expect(complaintsAbout({ NHS_NOTIFY_SMS_FIELDS: 'link = ((address))' })).toEqual(['NHS_NOTIFY_SMS_FIELDS: Unknown field ((address)).'])
  })

  test('NHS_NOTIFY_PRIVATE_KEY may be written in one line (RUN-4)', () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    expect(readConfig({ NHS_NOTIFY_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n') }).NHS_NOTIFY_PRIVATE_KEY).toBe(privateKey)
  })

  test('with several transports keeps their order (NOT-4)', () => {
    const environment = { NOTIFICATION_TRANSPORT: 'smtp, govuk-notify', SMTP_URL: 'smtps://mail.example', ...govukNotify }
    expect(readConfig(environment).NOTIFICATION_TRANSPORT).toEqual(['smtp', 'govuk-notify'])
  })

  test('has a demonstration only with DEMO=true; a development start has one by default (RUN-1)', () => {
    const address = { ...production, PUBLIC_URL: 'https://forms.example.nhs.uk' }

    expect(readConfig(address).DEMO).toBe(false)
    expect(readConfig({ ...address, DEMO: 'true' }).DEMO).toBe(true)
    expect(readConfig({ ...production, DATABASE_URL: database }).DEMO).toBe(false)
    expect(readConfig({}).DEMO).toBe(true)
    expect(readConfig({ PUBLIC_URL: 'http://localhost:3000', PORT: '3000' }).DEMO).toBe(true)
  })
})

describe('a connection that is not encrypted', () => {
  const elsewhere = 'postgresql://formward@db.example/formward'
  const direct = { OIDC_MODE: 'direct', OIDC_ISSUER: 'http://id.example' }

  test.each<[string, Environment]>([
    ['DATABASE_URL', { ...production, DATABASE_URL: elsewhere }],
    ['DATABASE_URL', { ...production, DATABASE_URL: `${elsewhere}?sslmode=disable` }],
    ['DATABASE_URL', { ...production, DATABASE_URL: 'postgresql://formward@localhost/formward?host=db.example' }],
    ['OIDC_ISSUER', direct],
    ['OIDC_ISSUER', { ...direct, OIDC_ISSUER: 'http://127.0.0.1.example' }],
    ['SMTP_URL', { SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' }],
  ])('%s stops the start and names what allows it: %o (SAFE-2)', (name, environment) => {
    const [line, ...others] = complaintsAbout(environment)

    expect(others).toEqual([])
    expect(line).toMatch(new RegExp(`^${name}: expects .*, or ALLOW_INSECURE_\\w+=true$`))
    const [allow] = /ALLOW_INSECURE_\w+/.exec(line!)!
    expect(complaintsAbout({ ...environment, [allow]: 'true' })).toEqual([])
  })

  test.each<[string, Environment]>([
    ['a Unix socket', { ...production, DATABASE_URL: 'postgresql://postgres@%2Ftmp%2Fdata/formward' }],
    ['a Unix socket', { ...production, DATABASE_URL: 'postgresql:///formward?host=/var/run/postgresql' }],
    ['this machine', { ...production, DATABASE_URL: 'postgresql://formward@[::1]:5432/formward' }],
    ['this machine', { OIDC_MODE: 'direct', OIDC_ISSUER: 'http://localhost:8080/realms/care' }],
    ['TLS', { ...production, DATABASE_URL: `${elsewhere}?sslmode=verify-full` }],
  ])('is allowed to %s: %o', (_where, environment) => {
    expect(complaintsAbout(environment)).toEqual([])
  })

  test('SMTP_URL: smtp:// must become encrypted before a message is sent, unless on this machine or allowed (SAFE-2)', () => {
    const read = (SMTP_URL: string, more: Environment = {}) => readConfig({ SMTP_URL, ...more }).SMTP_URL

    expect(read('smtp://mail.example?requireTLS=false')).toBe('smtp://mail.example?requireTLS=true')
    expect(read('smtp://mail.example', { ALLOW_INSECURE_SMTP: 'true' })).toBe('smtp://mail.example')
    expect(read('smtp://127.0.0.1:25')).toBe('smtp://127.0.0.1:25')
    expect(read('smtps://mail.example')).toBe('smtps://mail.example')
  })
})

describe('a variable that resembles one of Formward’s', () => {
  test.each([
    ['APP_SECRT', 'Did you mean APP_SECRET?'],
    ['TRUST_PROXI', 'Did you mean TRUST_PROXY?'],
    ['app_secret', 'Did you mean APP_SECRET?'],
    ['DATABSAE_URL', 'Did you mean DATABASE_URL?'],
    ['EMAIL_FROM', 'Did you mean MAIL_FROM?'],
    ['SMTP_HOST', 'Those that begin with SMTP_ are SMTP_URL'],
    ['OIDC_CLIENT_SECRET', 'Those that begin with OIDC_ are '],
  ])('%s is named: it stops a production start and is a warning elsewhere (RUN-4)', (name, words) => {
    const [line, ...others] = complaintsAbout({ ...production, DATABASE_URL: database, [name]: 'x' })

    expect(others).toEqual([])
    expect(line).toContain(`${name}: is not a variable of Formward. ${words}`)
    expect(readConfig({ [name]: 'x' }).warnings).toEqual([line])
  })

  test('is not reported for the variables of other programs', () => {
    const others = {
      PATH: '/bin',
      PORTS: '80',
      POST: 'x',
      HOSTNAME: 'pod',
      HOSTS: 'x',
      HTTP_PROXY: 'x',
      HTTPS_PROXY: 'x',
      NO_PROXY: 'x',
      HOME: '/',
      USER: 'x',
      NODE_ENV: 'production',
      NODE_OPTIONS: '',
      NODE_EXTRA_CA_CERTS: '/ca',
      PGSSLMODE: 'require',
      PGHOST: 'x',
      LANG: 'C',
      TZ: 'UTC',
      DEMOS: 'x',
      npm_config_loglevel: 'x',
      npm_package_name: 'formward',
      KUBERNETES_PORT: 'tcp://10.0.0.1:443',
      KUBERNETES_SERVICE_HOST: '10.0.0.1',
      DATABASE_SERVICE_HOST: '10.0.0.2',
      DATABASE_PORT: 'tcp://10.0.0.2:5432',
      SMTP_PORT_25_TCP_ADDR: '10.0.0.3',
      XDG_DATA_DIRS: '/usr/share',
      FORMWARD_E2E: 'x',
      PUBLIC_IP: 'x',
      LOGNAME: 'x',
      MAIL: '/var/mail/x',
      DATABASE_SERVICE_PORT_POSTGRES: '5432',
    }

    expect(complaintsAbout({ ...production, DATABASE_URL: database, ...others })).toEqual([])
  })
})

describe('MAIL_FROM and MAIL_REPLY_TO', () => {
  test.each([
    ['forms@example.nhs.uk', { name: '', address: 'forms@example.nhs.uk' }],
    ['Northbury Hospitals <forms@example.nhs.uk>', { name: 'Northbury Hospitals', address: 'forms@example.nhs.uk' }],
    ['"Zoë, Forms & Co" <forms@example.nhs.uk>', { name: 'Zoë, Forms & Co', address: 'forms@example.nhs.uk' }],
  ])('%s is read as name and address (NOT-7)', (text, parsed) => {
    const { MAIL_FROM, MAIL_REPLY_TO } = readConfig({ MAIL_FROM: text, MAIL_REPLY_TO: text })

    expect([MAIL_FROM, MAIL_REPLY_TO]).toEqual([parsed, parsed])
  })

  test.each([
    'Northbury Hospitals',
    'Northbury <forms@example.nhs.uk> <other@example.nhs.uk>',
    'Northbury\r\nBcc: all@example.com <forms@example.nhs.uk>',
    'one@example.com, two@example.com',
    'Northbury <forms@example.nhs.uk\r\nBcc: all@example.com>',
    'A "quoted <forms@example.nhs.uk>',
  ])('%j is refused, so that no header can be added (SAFE-2)', (text) => {
    expect(namesIn(complaintsAbout({ MAIL_FROM: text }))).toEqual(['MAIL_FROM'])
  })
})

describe('EXTRA_BANK_HOLIDAYS', () => {
  test('is a list of dates, and anything else stops the start (NOT-5, RUN-4)', () => {
    expect(readConfig({ EXTRA_BANK_HOLIDAYS: '2027-06-11, 2028-01-04' }).EXTRA_BANK_HOLIDAYS).toEqual(['2027-06-11', '2028-01-04'])
    expect(readConfig({}).EXTRA_BANK_HOLIDAYS).toEqual([])
    for (const wrong of ['11/06/2027', '2027-02-30', '2027-06-11,', 'Christmas'])
      expect(complaintsAbout({ EXTRA_BANK_HOLIDAYS: wrong })).toEqual([
        'EXTRA_BANK_HOLIDAYS: expects dates such as 2026-06-11, separated by commas',
      ])
  })
})

describe('a secret in a file', () => {
  /** The path of a new file with this content. */
  function fileWith(content: string) {
    const folder = mkdtempSync(join(tmpdir(), 'formward-secret-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'secret')
    writeFileSync(path, content)
    return path
  }
  const { APP_SECRET, ...others } = { ...production, DATABASE_URL: database }

  test.each([
    ['no line break', ''],
    ['a line break', '\n'],
    ['a line break of Windows', '\r\n'],
  ])('is the content of the file with %s at its end (OPS-1)', (_what, end) => {
    expect(readConfig({ ...others, APP_SECRET_FILE: fileWith(APP_SECRET + end) }).APP_SECRET).toBe(APP_SECRET)
  })

  test('keeps every other line break, as a key in PEM needs it, and is checked like a value (OPS-1, RUN-4)', () => {
    const token = `${'a'.repeat(20)}\n\n`

    expect(readConfig({ METRICS_TOKEN_FILE: fileWith(token) }).METRICS_TOKEN).toBe(token.slice(0, -1))
    expect(complaintsAbout({ ...others, APP_SECRET_FILE: fileWith('short\n') })).toEqual(['APP_SECRET: expects at least 32 characters'])
  })

  test('makes a production start as a value does (RUN-4)', () => {
    expect(namesIn(complaintsAbout({ DATABASE_URL_FILE: fileWith(database) }))).toEqual([
      'APP_SECRET',
      'TRUST_PROXY',
      'NOTIFICATION_TRANSPORT',
    ])
  })

  test.each<[string, () => Environment, string]>([
    ['and as a value', () => ({ APP_SECRET, APP_SECRET_FILE: fileWith(APP_SECRET) }), 'expects to be empty when APP_SECRET is set'],
    ['that does not exist', () => ({ APP_SECRET_FILE: '/nowhere/secret' }), 'expects the path of a file that can be read (ENOENT)'],
    ['that is a folder', () => ({ APP_SECRET_FILE: tmpdir() }), 'expects the path of a file that can be read (EISDIR)'],
    ['that is empty', () => ({ APP_SECRET_FILE: fileWith('\n') }), 'expects the path of a file that is not empty'],
  ])('%s stops the start with one line that names the variable (OPS-1, RUN-4)', (_what, environment, words) => {
    expect(complaintsAbout({ ...others, ...environment() })).toEqual([`APP_SECRET_FILE: ${words}`])
  })

  test('is not read for a setting that is no secret, and a misspelt name is refused (OPS-1, RUN-4)', () => {
    const given = { ...others, APP_SECRET, MAIL_FROM_FILE: '/x', DATABASE_URL_FLIE: '/x' }

    const lines = complaintsAbout(given)
    expect(namesIn(lines)).toEqual(['MAIL_FROM_FILE', 'DATABASE_URL_FLIE'])
    expect(lines[1]).toContain('Did you mean DATABASE_URL_FILE?')
  })
})
