import { useState } from 'react'

import { Checkbox } from '#web/ui/Checkbox.tsx'
import { CheckboxGroup } from '#web/ui/CheckboxGroup.tsx'
import { Grid } from '#web/ui/Layout.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'

import { Sample } from './Sample.tsx'

const methods = [
  { value: 'sms', label: 'SMS', hint: 'To the mobile phone' },
  { value: 'email', label: 'Email' },
  { value: 'app', label: 'NHS App', disabled: true },
]

export function ChoicesSample() {
  const [ticked, setTicked] = useState(['sms'])
  const [chosen, setChosen] = useState('email')
  return (
    <Sample title="Choices">
      <Grid gap="lg">
        <CheckboxGroup label="How to reach the patient" hint="All that apply" options={methods} value={ticked} onChange={setTicked} />
        <CheckboxGroup label="Methods" options={methods} value={[]} onChange={setTicked} error="Choose at least one method" />
        <RadioGroup label="Preferred method" options={methods} value={chosen} onChange={setChosen} />
        <RadioGroup label="Still needed?" options={methods} value={null} onChange={setChosen} error="Choose an answer" isInline />
        <div>
          <Checkbox label="Include personal data" hint="A reason will be asked for" />
          <Checkbox label="Show archived" defaultChecked />
          <Checkbox label="I have checked the list" error="Tick the box to continue" />
        </div>
      </Grid>
    </Sample>
  )
}
