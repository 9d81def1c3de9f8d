import { useId, useState } from 'react'

import { chosenScheme, chooseScheme, type SchemeChoice } from './colour-scheme.ts'
import { layoutWords } from './words.ts'

const choices = ['system', 'light', 'dark'] as const satisfies readonly SchemeChoice[]

/** The colours of this browser: those of the system, light or dark (UI-5). */
export function ColourScheme() {
  const name = useId()
  const [chosen, setChosen] = useState(chosenScheme)
  const choose = (choice: SchemeChoice) => {
    chooseScheme(choice)
    setChosen(choice)
  }
  return (
    <fieldset className="colour-scheme">
      <legend>{layoutWords.colours}</legend>
      <div className="choices choices--inline">
        {choices.map((choice) => (
          <label key={choice} className="choice">
            <input className="radio" type="radio" name={name} checked={choice === chosen} onChange={() => choose(choice)} />
            <span className="choice__label">{layoutWords.colourSchemes[choice]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
