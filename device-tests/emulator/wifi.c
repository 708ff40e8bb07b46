/*
 * "embedded:network/interface/wifi" over openeth, the Ethernet of QEMU's ESP32. connect() joins, disconnect() leaves, and
 * a link that goes down is an access point that is lost: whoever uses the interface connects again.
 */
#include "xsmc.h"
#include "xsHost.h"
#include "mc.xs.h"
#include "builtinCommon.h"

#include "esp_eth.h"
#include "esp_eth_mac_openeth.h"
#include "esp_event.h"
#include "esp_mac.h"
#include "esp_netif.h"
#include "esp_wifi.h"

enum { kDisconnected = 200, kConnecting = 300, kLinked = 400, kConnected = 500 };

typedef struct InterfaceRecord InterfaceRecord, *Interface;
struct InterfaceRecord {
	Interface next;
	xsSlot object;
	xsSlot *onChanged;
	/* What it has last told. */
	uint16_t told;
};

/* ESP-IDF's event task writes these; the machine's task reads them. */
static volatile uint8_t gLink, gAddress, gJoined;
static esp_netif_t *gNetwork;
static xsMachine *gMachine;
/* Of the machine's task alone. */
static Interface gInterfaces;

static uint16_t state(void)
{
	if (!gJoined)
		return kDisconnected;
	if (!gLink)
		return kConnecting;
	return gAddress ? kConnected : kLinked;
}

/* On the machine's task. A callback may close any of the interfaces: after each, all are looked at again. */
static void tell(void *the, void *refcon, uint8_t *message, uint16_t length)
{
	uint16_t now = state();
	Interface each = gInterfaces;
	while (each) {
		if (each->told == now) {
			each = each->next;
			continue;
		}
		each->told = now;
		if (each->onChanged) {
			xsBeginHost(the);
			xsmcVars(1);
			xsmcSetStringX(xsVar(0), "connection");
			xsCallFunction1(xsReference(each->onChanged), each->object, xsVar(0));
			xsEndHost(the);
		}
		each = gInterfaces;
	}
}

static void onEthernet(void *argument, esp_event_base_t base, int32_t event, void *data)
{
	if (ETHERNET_EVENT_CONNECTED == event)
		gLink = 1;
	else if (ETHERNET_EVENT_DISCONNECTED == event)
		gLink = gAddress = gJoined = 0;
	else
		return;
	modMessagePostToMachine(gMachine, NULL, 0, tell, NULL);
}

static void onAddress(void *argument, esp_event_base_t base, int32_t event, void *data)
{
	gAddress = IP_EVENT_ETH_GOT_IP == event;
	modMessagePostToMachine(gMachine, NULL, 0, tell, NULL);
}

/*
 * Disabled and enabled again, as the driver does it when a link comes back, openeth begins its ring of received frames anew
 * and the driver does not: each frame would be seen when later ones come. It stays enabled; without a link nothing comes.
 */
static esp_err_t (*gSetLink)(esp_eth_mac_t *mac, eth_link_t link);

static esp_err_t setLink(esp_eth_mac_t *mac, eth_link_t link)
{
	static uint8_t isEnabled;
	if (isEnabled || ETH_LINK_DOWN == link)
		return ESP_OK;
	isEnabled = 1;
	return gSetLink(mac, link);
}

static void start(xsMachine *the)
{
	if (gNetwork)
		return;
	gMachine = the;
	esp_netif_init();
	esp_err_t error = esp_event_loop_create_default();
	if (ESP_ERR_INVALID_STATE != error)
		ESP_ERROR_CHECK(error);
	esp_netif_config_t network = ESP_NETIF_DEFAULT_ETH();
	gNetwork = esp_netif_new(&network);
	eth_mac_config_t mac = ETH_MAC_DEFAULT_CONFIG();
	eth_phy_config_t phy = ETH_PHY_DEFAULT_CONFIG();
	phy.autonego_timeout_ms = 100;
	esp_eth_config_t driver = ETH_DEFAULT_CONFIG(esp_eth_mac_new_openeth(&mac), esp_eth_phy_new_generic(&phy));
	gSetLink = driver.mac->set_link;
	driver.mac->set_link = setLink;
	esp_eth_handle_t handle;
	ESP_ERROR_CHECK(esp_eth_driver_install(&driver, &handle));
	ESP_ERROR_CHECK(esp_netif_attach(gNetwork, esp_eth_new_netif_glue(handle)));
	ESP_ERROR_CHECK(esp_event_handler_register(ETH_EVENT, ESP_EVENT_ANY_ID, onEthernet, NULL));
	ESP_ERROR_CHECK(esp_event_handler_register(IP_EVENT, IP_EVENT_ETH_GOT_IP, onAddress, NULL));
	ESP_ERROR_CHECK(esp_event_handler_register(IP_EVENT, IP_EVENT_ETH_LOST_IP, onAddress, NULL));
	ESP_ERROR_CHECK(esp_eth_start(handle));
}

void xs_emulator_destructor(void *data)
{
	if (!data)
		return;
	for (Interface *each = &gInterfaces; *each; each = &(*each)->next) {
		if (*each == data) {
			*each = (*each)->next;
			break;
		}
	}
	c_free(data);
}

static void mark(xsMachine *the, void *data, xsMarkRoot markRoot)
{
	Interface interface = data;
	if (interface->onChanged)
		(*markRoot)(the, interface->onChanged);
}

static const xsHostHooks hooks = { xs_emulator_destructor, mark, NULL };

void xs_emulator(xsMachine *the)
{
	xsSlot *onChanged = builtinGetCallback(the, xsID_onChanged);
	Interface interface = c_calloc(1, sizeof(InterfaceRecord));
	if (!interface)
		xsUnknownError("no memory");
	interface->object = xsThis;
	interface->onChanged = onChanged;
	xsmcSetHostData(xsThis, interface);
	xsSetHostHooks(xsThis, (xsHostHooks *)&hooks);
	xsRemember(interface->object);
	start(the);
	interface->told = state();
	interface->next = gInterfaces;
	gInterfaces = interface;
}

void xs_emulator_close(xsMachine *the)
{
	Interface interface = xsmcGetHostData(xsThis);
	if (!interface)
		return;
	xsForget(interface->object);
	xsmcSetHostData(xsThis, NULL);
	xsSetHostDestructor(xsThis, NULL);
	xs_emulator_destructor(interface);
}

void xs_emulator_connect(xsMachine *the)
{
	xsmcGetHostDataValidate(xsThis, (void *)&hooks);
	if (gJoined && !gAddress)
		xsUnknownError("already connecting");
	gJoined = 1;
	modMessagePostToMachine(the, NULL, 0, tell, NULL);
}

void xs_emulator_disconnect(xsMachine *the)
{
	Interface interface = xsmcGetHostDataValidate(xsThis, (void *)&hooks);
	gJoined = 0;
	/* The SDK's interface does not report an end that was asked for. */
	interface->told = kDisconnected;
}

void xs_emulator_connection_get(xsMachine *the)
{
	xsmcGetHostDataValidate(xsThis, (void *)&hooks);
	xsmcSetInteger(xsResult, state());
}

void xs_emulator_address_get(xsMachine *the)
{
	esp_netif_ip_info_t info;
	xsmcGetHostDataValidate(xsThis, (void *)&hooks);
	if (kConnected != state() || ESP_OK != esp_netif_get_ip_info(gNetwork, &info))
		return;
	char text[16];
	xsmcSetString(xsResult, esp_ip4addr_ntoa(&info.ip, text, sizeof(text)));
}

/* What the SDK's Net asks of Wi-Fi, answered as without any: then it takes the Ethernet. Where the driver is linked too, its own count. */
__attribute__((weak)) esp_err_t esp_wifi_get_mode(wifi_mode_t *mode)
{
	return ESP_ERR_WIFI_NOT_INIT;
}

__attribute__((weak)) esp_err_t esp_wifi_sta_get_ap_info(wifi_ap_record_t *info)
{
	return ESP_ERR_WIFI_NOT_CONNECT;
}

__attribute__((weak)) esp_err_t esp_wifi_get_channel(uint8_t *primary, wifi_second_chan_t *second)
{
	return ESP_ERR_WIFI_NOT_INIT;
}
