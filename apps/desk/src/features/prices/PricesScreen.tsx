import type { OperationsPrices } from '@nerdify/contract/operations.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { priceNames } from '@nerdify/domain/catalog/job-types.ts'
import { serviceKeys, serviceNames } from '@nerdify/domain/catalog/services.ts'
import { lateCreditFault } from '@nerdify/domain/payments/late-credit.ts'
import { priceTableFault } from '@nerdify/domain/pricing/price-table.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { usePrices } from '../../api/price-queries.ts'
import { Cell, Ledger } from '../../frame/Ledger.tsx'
import { ReadState, ScreenHead } from '../../frame/ScreenParts.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { numberOf } from '../../frame/typed-number.ts'
import type { Cells } from '../../frame/use-edit.ts'
import { priceTexts } from '../../texts/prices.ts'
import {
  cellOfRefusal,
  cellsOfRates,
  cellsOfServices,
  cellsOfSteps,
  hoursOfCells,
  rateCell,
  ratesOf,
  servicesOf,
  stepCellOfRefusal,
  stepRows,
  stepsOf,
  usedRows,
} from './price-cells.ts'
import { type CellFault, PricePart } from './PricePart.tsx'
import styles from './Prices.module.css'
import { sampleCents, sampleCreditCents } from './sample-orders.ts'
import { Samples, withServices } from './Samples.tsx'

/** `/prices`: rates, extra services and late credit, with a change's effect on three sample orders (DESK-05). */
export function PricesScreen({ me }: { me: OperatorAnswer }) {
  const prices = usePrices()
  useScreenTitle(priceTexts.heading)
  return (
    <>
      <ScreenHead title={priceTexts.heading} lead={priceTexts.lead} />
      <ReadState query={prices} texts={priceTexts.read} zone={me.company_zone} />
      {prices.data && (
        <>
          <Rates prices={prices.data} me={me} />
          <div className={styles.halves}>
            <Services prices={prices.data} me={me} />
            <LateCredit prices={prices.data} me={me} />
          </div>
        </>
      )}
    </>
  )
}

interface PartProps {
  prices: OperationsPrices
  me: OperatorAnswer
}

function Rates({ prices, me }: PartProps) {
  const { rates, rates_version: version, services } = prices
  const [added, setAdded] = useState<readonly string[]>([])
  const faultOf = (cells: Cells): CellFault | undefined => {
    const typed = ratesOf(cells)
    const found = priceTableFault(typed)
    const cell = found && cellOfRefusal(found.field, typed)
    return found && { cell: cell ?? '', text: `${cellName(cell ?? found.field)}: ${found.text}.` }
  }
  return (
    <PricePart
      name="rates"
      title={priceTexts.rates}
      lead={priceTexts.ratesLead}
      me={me}
      stored={{ version, cells: cellsOfRates(rates) }}
      faultOf={faultOf}
      bodyOf={ratesOf}
      send={api.changeRates}
      cellOf={(field, cells) => cellOfRefusal(field, ratesOf(cells))}
      renderSamples={(cells) => (
        <Samples
          title={priceTexts.samples.price}
          about={withServices}
          now={(sample) => sampleCents(sample, { rates, services })}
          after={(sample) => sampleCents(sample, { rates: ratesOf(cells), services })}
        />
      )}
      renderTable={(cells, input) => {
        const hours = hoursOfCells({
          ...cells,
          ...Object.fromEntries(added.map((each) => [rateCell('Quiz', each), ''])),
        })
        return (
          <>
            <Ledger
              caption={priceTexts.rates}
              columns={[{ name: priceTexts.kind }, ...hours.map((each) => ({ name: priceTexts.hours(each) }))]}
            >
              {priceNames.map((priceName) => (
                <tr key={priceName}>
                  <Cell head>{priceTexts.nameOf(priceName)}</Cell>
                  {hours.map((each) => {
                    const cell = rateCell(priceName, each)
                    return (
                      <Cell key={each}>
                        {input?.(cell, priceTexts.rateOf(priceTexts.nameOf(priceName), each)) ??
                          (cells[cell] || priceTexts.noRate)}
                      </Cell>
                    )
                  })}
                </tr>
              ))}
            </Ledger>
            {input && <NewColumn hours={hours} onAdd={(each) => setAdded([...added, each])} />}
          </>
        )
      }}
    />
  )
}

/** "Quiz, 12 hours" of "Quiz up to 12". */
const cellName = (cell: string): string => {
  const [name = '', hours] = cell.split(' up to ')
  const priceName = priceNames.find((each) => each === name.replace(/\.(deadlines|prices)$/, ''))
  const text = priceName === undefined ? name : priceTexts.nameOf(priceName)
  return hours ? priceTexts.rateOf(text, hours) : text
}

/** Adds a column of blank cells for another deadline. */
function NewColumn({ hours, onAdd }: { hours: readonly string[]; onAdd: (hours: string) => void }) {
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const number = Number(typed)
  const isWrong = !Number.isInteger(number) || number <= 0 || hours.includes(String(number))
  const add = () => {
    setTried(isWrong)
    if (isWrong) return
    onAdd(String(number))
    setTyped('')
  }
  return (
    <div className={styles.newColumn}>
      <TextField
        label={priceTexts.newHours}
        inputMode="numeric"
        value={typed}
        error={tried && isWrong && priceTexts.hoursWrong}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
        action={
          <Button size="small" onClick={add}>
            {priceTexts.addHours}
          </Button>
        }
      />
    </div>
  )
}

function Services({ prices, me }: PartProps) {
  const { rates, services, services_version: version } = prices
  const faultOf = (cells: Cells): CellFault | undefined => {
    const key = serviceKeys.find((each) => !(numberOf(cells[`${each}.price`] ?? '') >= 0))
    return key && { cell: `${key}.price`, text: `${serviceNames[key]}: ${priceTexts.notANumber}` }
  }
  const cellOf = (field: string) => {
    const key = serviceKeys.find((each) => field === each || field.startsWith(`${each}.`))
    return key && `${key}.price`
  }
  return (
    <PricePart
      name="services"
      title={priceTexts.services}
      me={me}
      stored={{ version, cells: cellsOfServices(services) }}
      faultOf={faultOf}
      bodyOf={servicesOf}
      send={api.changeServices}
      cellOf={cellOf}
      renderSamples={(cells) => (
        <Samples
          title={priceTexts.samples.price}
          about={withServices}
          now={(sample) => sampleCents(sample, { rates, services })}
          after={(sample) => sampleCents(sample, { rates, services: servicesOf(cells) })}
        />
      )}
      renderTable={(cells, input) => (
        <Ledger
          caption={priceTexts.services}
          columns={[{ name: priceTexts.service }, { name: priceTexts.price }, { name: priceTexts.unit }]}
        >
          {serviceKeys.map((key) => (
            <tr key={key}>
              <Cell head>{serviceNames[key]}</Cell>
              <Cell>
                {input?.(`${key}.price`, priceTexts.priceOf(serviceNames[key])) ??
                  (cells[`${key}.price`] || priceTexts.notOffered)}
              </Cell>
              <Cell>
                {input?.(`${key}.unit`, priceTexts.unitOf(serviceNames[key])) ?? unitText(cells[`${key}.unit`])}
              </Cell>
            </tr>
          ))}
        </Ledger>
      )}
    />
  )
}

const unitText = (unit: string | undefined): string =>
  unit === 'percent_of_quote' || unit === 'amount' ? priceTexts.units[unit] : ''

function LateCredit({ prices, me }: PartProps) {
  const { late_credit: steps, late_credit_version: version } = prices
  const faultOf = (cells: Cells): CellFault | undefined => {
    const typed = stepsOf(cells)
    const at = typed.findIndex(({ hours_late: hours, percent }) => !(hours >= 0) || !(percent > 0))
    const found = at < 0 ? lateCreditFault(typed) : { field: `steps.${at}`, text: priceTexts.stepWrong }
    if (found === undefined) return undefined
    const cell = stepCellOfRefusal(found.field, cells) ?? ''
    return { cell, text: `${priceTexts.stepHours(Number(cell.split('.')[0]) + 1)}: ${found.text}.` }
  }
  return (
    <PricePart
      name="late"
      title={priceTexts.lateCredit}
      lead={priceTexts.lateCreditLead}
      me={me}
      stored={{ version, cells: cellsOfSteps(steps) }}
      faultOf={faultOf}
      bodyOf={(cells) => ({ steps: stepsOf(cells) })}
      send={api.changeLateCredit}
      cellOf={stepCellOfRefusal}
      renderSamples={(cells) => (
        <Samples
          title={priceTexts.samples.credit}
          about={({ hoursLate }) => priceTexts.late(hoursLate)}
          now={(sample) => sampleCreditCents(sample, prices, steps)}
          after={(sample) => sampleCreditCents(sample, prices, stepsOf(cells))}
        />
      )}
      renderTable={(cells, input) => {
        const used = usedRows(cells)
        // A blank row below accepts another step.
        const rows = input ? stepRows.slice(0, (used.at(-1) ?? -1) + 2) : used
        if (rows.length === 0) return <p className={styles.none}>{priceTexts.noSteps}</p>
        return (
          <Ledger
            caption={priceTexts.lateCredit}
            columns={[{ name: priceTexts.hoursLate }, { name: priceTexts.percent }]}
          >
            {rows.map((row) => (
              <tr key={row}>
                <Cell>{input?.(`${row}.hours`, priceTexts.stepHours(row + 1)) ?? cells[`${row}.hours`]}</Cell>
                <Cell>{input?.(`${row}.percent`, priceTexts.stepPercent(row + 1)) ?? cells[`${row}.percent`]}</Cell>
              </tr>
            ))}
          </Ledger>
        )
      }}
    />
  )
}
