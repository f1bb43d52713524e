import { runProgram } from '../run-client.ts';

const typedLogin = `
coproc NPM { script --quiet --return --command 'npm login --auth-type=legacy' /dev/null 2>&1; }
pid=$NPM_PID
answer() {
  local said='' letter
  while IFS= read -r -N1 -u "\${NPM[0]}" letter; do
    said+=$letter
    if [[ $said == *"$1"* ]]; then echo "$2" >&"\${NPM[1]}"; return; fi
  done
  echo "$said"
}
answer Username: "$NAME"
answer Password: "$SECRET"
cat <&"\${NPM[0]}"
wait "$pid"`;

/** Logs in with npm: types name and password at a terminal, each once npm has asked for it, however long that takes. */
export const logInToNpm = ({ name, secret }: { name: string; secret: string }, { cwd, env }: { cwd: string; env: Record<string, string> }) =>
  runProgram('bash', ['-c', typedLogin], { cwd, env: { ...env, NAME: name, SECRET: secret } });
