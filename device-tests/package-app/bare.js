// Nothing: what the library adds is measured against this app.
export default function main() {
}
