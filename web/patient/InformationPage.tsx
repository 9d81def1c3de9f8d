import { Fragment } from 'react'

import { english, tagOf } from '#domain/languages.ts'
import { textBlocks, type TextBlock, type TextPart } from '#domain/text-blocks.ts'

import { Frame, type PageProps } from './Frame.tsx'
import { usePageLanguage, usePageWords } from './page-words.tsx'

/** The privacy notice, the accessibility statement or the cookies page. It says nothing about the patient (PTN-7). */
export function InformationPage({ topic, text, back, ...frame }: PageProps<'information'>) {
  const { frame: frameWords, information: words } = usePageWords()
  const title = frameWords.topics[topic]
  return (
    <Frame {...frame} title={title} about={words.from(frame.owner?.name)} isPrivate={false}>
      <h1 className="nhsuk-heading-l">{title}</h1>
      {/* The texts of these pages are in English only. */}
      <div {...(usePageLanguage() !== english && { lang: tagOf(english) })}>
        {textBlocks(text).map((block, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two blocks may have the same text, and the page is drawn once
          <Block key={at} block={block} />
        ))}
      </div>
      <p>
        <a href={back}>{words.back}</a>
      </p>
    </Frame>
  )
}

function Block({ block }: { block: TextBlock }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h2 className="nhsuk-heading-m">
          <Parts parts={block.parts} />
        </h2>
      )
    case 'list':
      return (
        <ul className="nhsuk-list nhsuk-list--bullet">
          {block.items.map((parts, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <li key={at}>
              <Parts parts={parts} />
            </li>
          ))}
        </ul>
      )
    case 'paragraph':
      return (
        <p>
          {block.lines.map((parts, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <Fragment key={at}>
              {at > 0 && <br />}
              <Parts parts={parts} />
            </Fragment>
          ))}
        </p>
      )
  }
}

const Parts = ({ parts }: { parts: TextPart[] }) =>
  parts.map(({ text, href }, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- as above
    href === undefined ? (
      <Fragment key={at}>{text}</Fragment>
    ) : (
      <a key={at} href={href}>
        {text}
      </a>
    ),
  )
