import { fileFault, sizeInKb } from '@nerdify/domain/files/file-limits.ts'
import { shownExtension } from '@nerdify/domain/files/file-name.ts'
import { useEffect, useRef, useState } from 'react'
import { begunFiles } from '../../begun-files.ts'
import { startTexts } from '../../texts/start.ts'
import { FileDrop } from '@nerdify/ui/fields/FileDrop.tsx'
import { FileRows } from '@nerdify/ui/fields/FileRows.tsx'

interface ChosenFile {
  id: string
  file: File
}

/** The reason why each file is refused, in their order (FILE-03). */
function faultsOf(chosen: readonly ChosenFile[]) {
  let taken = 0
  return chosen.map(({ file }) => {
    const fault = fileFault(file, taken)
    if (fault === undefined) taken += 1
    return fault
  })
}

/** The files chosen at `/start` (DOOR-02); `kept` is the key of an earlier choice, after Back. */
export function useStartFiles(kept: string | undefined) {
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([])
  const faults = faultsOf(chosen)
  const add = (files: readonly File[]) =>
    setChosen((now) => [...now, ...files.map((file) => ({ id: crypto.randomUUID(), file }))])
  useEffect(() => {
    let isLeft = false
    if (kept !== undefined) void begunFiles.read(kept).then((files) => isLeft || add(files))
    return () => {
      isLeft = true
    }
  }, [kept])
  return {
    chosen,
    faults,
    add,
    remove: (id: string) => setChosen((now) => now.filter((each) => each.id !== id)),
    /** Keeps the accepted files until the order takes them; answers their key. */
    async keep(): Promise<string | undefined> {
      const files = chosen.flatMap(({ file }, at) => (faults[at] === undefined ? [file] : []))
      return files.length === 0 ? undefined : begunFiles.keep(files)
    },
  }
}

/** The files, with the field to add more; nothing is uploaded here. */
export function StartFiles({ files: { chosen, faults, add, remove } }: { files: ReturnType<typeof useStartFiles> }) {
  const adding = useRef<HTMLButtonElement>(null)
  return (
    <div>
      <FileRows
        label={startTexts.files}
        files={chosen.map(({ id, file: { name, size } }, at) => ({
          id,
          name,
          ext: shownExtension(name),
          sizeText: sizeInKb(size),
          status: faults[at] === undefined ? 'loaded' : 'error',
          text: faults[at],
        }))}
        onRemove={remove}
        adding={adding}
      />
      <FileDrop ref={adding} onFiles={add} label={startTexts.addFiles} hint={startTexts.filesHint} />
    </div>
  )
}
