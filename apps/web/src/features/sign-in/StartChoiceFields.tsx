import { jobTypes } from '@nerdify/domain/catalog/job-types.ts'
import { isTooShort } from '@nerdify/domain/pricing/deadline-limits.ts'
import { stopLabel } from '@nerdify/domain/pricing/deadlines.ts'
import { sizeLabel, sizeToWire } from '@nerdify/domain/pricing/units.ts'
import { startTexts } from '../../texts/start.ts'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { type StartChoices, startSizes, startStops } from './start-choices.ts'

interface StartChoiceFieldsProps {
  choices: StartChoices
  onChoose: (change: { jobType?: string; size?: string; hours?: number }) => void
}

/** Type, size and deadline (DOOR-01), each from a list of the platform's own. */
export const StartChoiceFields = ({ choices, onChoose }: StartChoiceFieldsProps) => (
  <>
    <SelectField
      label={startTexts.jobType}
      name="task"
      value={choices.jobType.id}
      onChange={({ currentTarget }) => onChoose({ jobType: currentTarget.value })}
    >
      {jobTypes.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
    <SelectField
      label={startTexts.size}
      name="size"
      value={sizeToWire(choices.size)}
      onChange={({ currentTarget }) => onChoose({ size: currentTarget.value })}
    >
      {startSizes(choices).map((size) => (
        <option key={sizeToWire(size)} value={sizeToWire(size)}>
          {sizeLabel(size)}
        </option>
      ))}
    </SelectField>
    <SelectField
      label={startTexts.deadline}
      name="deadline"
      value={choices.hours}
      onChange={({ currentTarget }) => onChoose({ hours: Number(currentTarget.value) })}
    >
      {startStops(choices).map((hours) => {
        const isShort = isTooShort(choices.size, hours)
        return (
          <option key={hours} value={hours} disabled={isShort}>
            {isShort ? startTexts.tooShort(stopLabel(hours)) : startTexts.inHours(stopLabel(hours))}
          </option>
        )
      })}
    </SelectField>
  </>
)
