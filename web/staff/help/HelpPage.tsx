import { useRouteContext, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'

import { roleLabel } from '#domain/roles.ts'
import { checkGuard, guardOf, type Viewer } from '#domain/route-guards.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, SideBySide, Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'

import { topicsMatching } from './find-topics.ts'
import { RoleTable } from './RoleTable.tsx'
import { type Group, groups, hrefOfTopic, type Topic, topics } from './topics.ts'
import { helpWords as words, tourWords } from './words.ts'

import './help.scss'

const Tour = lazy(async () => ({ default: (await import('./Tour.tsx')).Tour }))

/** Help with tasks, roles and problems, and whom to ask (UI-6). A topic is open when the address names it. */
export function HelpPage() {
  const { topic: id } = useSearch({ from: '/inside/help' })
  const { config } = useRouteContext({ from: '/inside' })
  const { can } = useSession()
  const hasTour = config.demo && can('formRequest:create')
  if (id === 'tour' && hasTour)
    return (
      <Suspense fallback={<PageHeader title={tourWords.title} />}>
        <Tour />
      </Suspense>
    )
  const topic = topics.find((one) => one.id === id)
  return topic ? <TopicPage key={topic.id} topic={topic} /> : <AllTopics hasTour={hasTour} />
}

function AllTopics({ hasTour }: { hasTour: boolean }) {
  const [text, setText] = useState('')
  const found = topicsMatching(text)
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <Stack gap="lg">
        <div className="help-search">
          <SearchField label={words.search} placeholder={words.example} value={text} onSearch={setText} delay={100} />
        </div>
        <p className="visually-hidden" role="status">
          {text !== '' && words.found(found.length)}
        </p>
        {text === '' ? (
          <Stack gap="lg">
            {hasTour && (
              <Panel>
                <Stack>
                  <h2>{tourWords.title}</h2>
                  <p>{tourWords.banner}</p>
                  <Row>
                    <ButtonLink kind="primary" href={hrefOfTopic('tour')}>
                      {tourWords.start}
                    </ButtonLink>
                  </Row>
                </Stack>
              </Panel>
            )}
            <div className="help-groups">
              {(Object.keys(groups) as Group[]).map((group) => (
                <LabelledSection key={group} label={groups[group]}>
                  <Topics topics={topics.filter((topic) => topic.group === group)} />
                </LabelledSection>
              ))}
              <Support />
            </div>
          </Stack>
        ) : found.length > 0 ? (
          <ul className="help-results">
            {found.map((topic) => (
              <li key={topic.id}>
                <Link href={hrefOfTopic(topic.id)}>{topic.title}</Link>
                <p className="muted">{topic.text[0]}</p>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title={words.noMatch.title} icon="search" action={<Support />}>
            {words.noMatch.text}
          </EmptyState>
        )}
      </Stack>
    </>
  )
}

const Topics = ({ topics }: { topics: readonly Topic[] }) => (
  <ul className="help-topics">
    {topics.map(({ id, title }) => (
      <li key={id}>
        <Link href={hrefOfTopic(id)}>{title}</Link>
      </li>
    ))}
  </ul>
)

function TopicPage({ topic }: { topic: Topic }) {
  const { viewer } = useRouteContext({ from: '/inside' })
  const { id, group, title, text, steps, links = [] } = topic
  const related = topics.filter((one) => one.group === group && one !== topic)
  return (
    <>
      <PageHeader title={title} actions={<ButtonLink href={pathTo('help')}>{words.all}</ButtonLink>} />
      <SideBySide
        main={
          <Panel>
            <div className="help-topic">
              {text.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {id === 'roles' && <RoleTable />}
              {steps && (
                <ol>
                  {steps.map((step) => (
                    <li key={step}>{step}</li>
                  ))}
                </ol>
              )}
              <TopicLinks links={links} viewer={viewer} />
            </div>
          </Panel>
        }
        aside={
          <Stack gap="lg">
            <LabelledSection label={words.related}>
              <Topics topics={related} />
            </LabelledSection>
            <Support />
          </Stack>
        }
      />
    </>
  )
}

function TopicLinks({ links, viewer }: { links: NonNullable<Topic['links']>; viewer: Viewer }) {
  const allowed = links.filter(({ screen }) => checkGuard(guardOf(screen), viewer) === 'ok')
  if (allowed.length === 0) return null
  return (
    <Row>
      {allowed.map(({ label, screen, search }) => (
        <ButtonLink key={label} href={pathTo(screen, {}, search)}>
          {label}
        </ButtonLink>
      ))}
    </Row>
  )
}

/** The support contact of the organisation. */
function Support() {
  const { organisation, member, can } = useSession()
  return (
    <LabelledSection label={words.support.title}>
      <Stack gap="sm">
        {organisation.supportContact === '' ? (
          <p>
            {can('tenant:update') ? (
              <Link href={pathTo('organisationSettings', {}, { tab: 'settings' })}>{words.support.set}</Link>
            ) : (
              words.support.none
            )}
          </p>
        ) : (
          <p className="plain-text">{organisation.supportContact}</p>
        )}
        <p className="muted">{words.support.role(roleLabel(member.role), organisation.name)}</p>
      </Stack>
    </LabelledSection>
  )
}
