/** The open files, where there is more than one. */
import { file, files, type OpenFile, show } from './state.ts';

export function FileList() {
  if (files.value.length < 2) return null;
  return (
    <nav class="files" aria-label="Open files">
      <ul>
        {files.value.map((one) => (
          <li key={one.name}>
            <button
              type="button"
              aria-current={one === file.value}
              onClick={() => show(one)}
              title={one.name}
            >
              {sign(one)} <span class="file-name">{one.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function sign({ check }: OpenFile): string {
  const { state, report } = check.value;
  if (!report.accepted) return '✕';
  return state === 'finished' ? '✓' : '◐';
}
